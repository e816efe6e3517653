import { VERSION } from '../model/config.ts'
import { isCiteError } from '../base/cite-error.ts'
import { EXIT, UsageError } from './exit-codes.ts'
import { plainText } from './report/plain-text.ts'

/** Runs one command line and returns its exit code. Everything heavy is loaded by the command that needs it. */
export async function main(args: readonly string[]): Promise<number> {
  // Before commander is loaded: this is what other programs ask most often.
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    process.stdout.write(`${VERSION}\n`)
    return EXIT.ok
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EOF') throw error
  })
  const { CommanderError } = await import('commander')
  const { createProgram } = await import('./program.ts')
  let code: number = EXIT.ok
  try {
    await createProgram((result) => { code = result }).parseAsync([...args], { from: 'user' })
    return code
  } catch (error) {
    // commander has printed its message already; only its own "help" and "version" are no mistakes.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    if (error instanceof UsageError || isCiteError(error)) {
      process.stderr.write(`cite-verify: ${onTerminal(error.message)}\n`)
      return EXIT.usage
    }
    throw error
  }
}

/** The message without characters that could steer a terminal; its line ends stay. */
function onTerminal(text: string): string {
  return text.split('\n').map((line) => plainText(line, 2_000)).join('\n')
}
