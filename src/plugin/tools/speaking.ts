import { CiteError, isCiteError } from '../../base/cite-error.ts'
import { detailIn } from '../../messages/details.ts'
import type { Language } from '../../messages/message.ts'

/** Runs a tool; a refusal (CiteError) comes out in the reader's language, its code at the start as ever, since the harness passes the message alone. */
export async function speaking<Value>(language: Language, run: () => Promise<Value>): Promise<Value> {
  try {
    return await run()
  } catch (error) {
    if (!isCiteError(error) || language === 'en') throw error
    throw new CiteError(error.code, detailIn(language, error.message.slice(error.code.length + 2)), { cause: error })
  }
}
