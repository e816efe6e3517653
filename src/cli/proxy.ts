import { spawn } from 'node:child_process'
import http from 'node:http'

type Environment = Readonly<Record<string, string | undefined>>
export type ProxyPlan =
  /** No proxy is configured, or Node was already told to follow it. */
  | 'nothing'
  /** `http.setGlobalProxyFromEnv` (Node 24.14). */
  | 'set-global'
  /** Start once more with NODE_USE_ENV_PROXY=1 (Node 22.21, 24.5). */
  | 're-execute'
  /** This Node can't follow a proxy. */
  | 'unsupported'

/** How HTTPS_PROXY is to be honoured by this Node. Pure, so that every Node version can be asked about. */
export function planProxy(environment: Environment, version: string, hasSetGlobal: boolean): ProxyPlan {
  const configured = environment['HTTPS_PROXY'] || environment['https_proxy'] || environment['HTTP_PROXY'] || environment['http_proxy']
  if (!configured) return 'nothing'
  const told = environment['NODE_USE_ENV_PROXY']
  if (told !== undefined && told !== '' && told !== '0') return 'nothing'
  if (hasSetGlobal) return 'set-global'
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return (major === 22 && minor >= 21) || (major === 24 && minor >= 5) || major >= 25 ? 're-execute' : 'unsupported'
}

const setGlobalProxyFromEnv = (http as { setGlobalProxyFromEnv?: () => unknown }).setGlobalProxyFromEnv

/** Makes this process follow HTTPS_PROXY and NO_PROXY. Returns the exit code when a re-executed process has done the whole work. */
export async function followProxy(say: (line: string) => void): Promise<number | undefined> {
  const plan = planProxy(process.env, process.versions.node, setGlobalProxyFromEnv !== undefined)
  switch (plan) {
    case 'nothing': return undefined
    case 'set-global':
      setGlobalProxyFromEnv?.()
      return undefined
    case 're-execute': return reExecute()
    case 'unsupported':
      say(`Node.js ${process.versions.node} can't follow HTTPS_PROXY; requests go out directly. Node.js 22.21 or 24.5 and later can.`)
      return undefined
  }
}

/** The same command in a child with NODE_USE_ENV_PROXY=1, which is also what keeps it from happening twice. */
function reExecute(): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit', env: { ...process.env, NODE_USE_ENV_PROXY: '1' } })
  // A terminal sends SIGINT to both processes; the child decides what it means.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}
