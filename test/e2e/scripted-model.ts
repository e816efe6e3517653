import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface ChatRequest {
  readonly model?: string
  readonly messages?: readonly { readonly role: string; readonly tool_call_id?: string; readonly content?: unknown }[]
  readonly tools?: readonly { readonly function?: { readonly name: string; readonly parameters?: unknown } }[]
}

export interface ScriptedModel {
  readonly url: string
  /** What the model says next: one call of this tool, then a closing sentence. Forgets the requests seen so far. */
  script(tool: string, args: unknown): void
  /** The text of the tool message that came back, or undefined. */
  received(): string | undefined
  /** Tools offered in the request that the call answered. */
  offered(): readonly string[]
  close(): Promise<void>
}

export const CLOSING = 'E2E-FINAL'
const CALL_ID = 'call_1'

/**
 * A loopback stand-in for the chat-completions endpoint that the harness's DeepSeek adapter asks: streams one tool call, then the
 * closing text. It decides by "the tool is offered and no tool message is there yet", since the harness also asks for a session title.
 */
export async function startScriptedModel(): Promise<ScriptedModel> {
  let tool = ''
  let args = '{}'
  let requests: ChatRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.method !== 'POST' || request.url?.endsWith('/chat/completions') !== true) { response.writeHead(404).end('{}'); return }
      const chat = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatRequest
      requests.push(chat)
      const base = { id: 'x', object: 'chat.completion.chunk', created: 1, model: chat.model }
      const send = (delta: unknown, finish: string | null = null) => response.write(`data: ${JSON.stringify({
        ...base, choices: [{ index: 0, delta, finish_reason: finish }],
        ...(finish === null ? {} : { usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } }),
      })}\n\n`)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const offered = (chat.tools ?? []).some((row) => row.function?.name === tool)
      const answered = (chat.messages ?? []).some((message) => message.role === 'tool')
      if (offered && !answered) {
        send({ role: 'assistant', content: null, tool_calls: [{ index: 0, id: CALL_ID, type: 'function', function: { name: tool, arguments: '' } }] })
        send({ tool_calls: [{ index: 0, function: { arguments: args } }] })
        send({}, 'tool_calls')
      } else {
        send({ role: 'assistant', content: answered ? CLOSING : 'E2E-NO-TOOL' })
        send({}, 'stop')
      }
      response.end('data: [DONE]\n\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    script(name, value) {
      tool = name
      args = JSON.stringify(value)
      requests = []
    },
    received() {
      const message = requests.flatMap((chat) => chat.messages ?? []).find((row) => row.role === 'tool' && row.tool_call_id === CALL_ID)
      if (message === undefined) return undefined
      if (typeof message.content === 'string') return message.content
      return (message.content as readonly { readonly text?: string }[]).map((block) => block.text ?? '').join('')
    },
    offered: () => [...new Set(requests.flatMap((chat) => (chat.tools ?? []).map((row) => row.function?.name ?? '')))],
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
