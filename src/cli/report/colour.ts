import { styleText } from 'node:util'

export type Tone = 'bad' | 'warning' | 'unknown' | 'good' | 'quiet' | 'strong'
export type Paint = (tone: Tone, text: string) => string

const STYLE = { bad: ['red', 'bold'], warning: 'yellow', unknown: 'cyan', good: 'green', quiet: 'gray', strong: 'bold' } as const satisfies Record<Tone, Parameters<typeof styleText>[0]>

/**
 * Whether to colour: NO_COLOR (not empty) says no, then FORCE_COLOR (anything but 0 or false) says yes, then a terminal that is not
 * `dumb` does. See https://no-color.org and https://force-color.org.
 */
export function wantsColour(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): boolean {
  if (environment['NO_COLOR']) return false
  const force = environment['FORCE_COLOR']
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false'
  return isTerminal && environment['TERM'] !== 'dumb'
}

/** A painter that colours, or one that leaves every text as it is. */
export function createPaint(colour: boolean): Paint {
  return colour ? (tone, text) => styleText(STYLE[tone] as Parameters<typeof styleText>[0], text, { validateStream: false }) : (_tone, text) => text
}
