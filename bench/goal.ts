/** One goal of speed or size and what was measured. `met` is undefined when it was not measured, with the reason in `note`. */
export interface Goal {
  readonly goal: string
  readonly limit: number
  readonly unit: string
  readonly better: 'lower' | 'higher'
  readonly figure?: number
  readonly met?: boolean
  readonly note: string
}

export function measured(goal: string, figure: number, limit: number, unit: string, note = '', better: 'lower' | 'higher' = 'lower'): Goal {
  return { goal, limit, unit, better, figure, met: better === 'lower' ? figure <= limit : figure >= limit, note }
}
export function notMeasured(goal: string, limit: number, unit: string, why: string, better: 'lower' | 'higher' = 'lower'): Goal {
  return { goal, limit, unit, better, note: why }
}
export function formatGoal({ goal, limit, unit, better, figure, met, note }: Goal): string {
  const number = (n: number): string => (n >= 100 ? Math.round(n).toLocaleString('en') : String(Math.round(n * 100) / 100))
  const shown = figure === undefined ? '-' : `${number(figure)} ${unit}`
  return `${(met === undefined ? 'not run' : met ? 'met' : 'MISSED').padEnd(8)} ${goal.padEnd(52)} ${shown.padStart(14)}  (${better === 'lower' ? 'at most' : 'at least'} ${number(limit)} ${unit})${note ? `\n         ${note}` : ''}`
}
