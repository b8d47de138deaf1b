import { formatSpeaker } from '#features/transcription/rules.ts'
import type { Voice } from './cues.ts'

/** Tags in a text that SRT players would interpret. */
const TAG = /<(\/?(?:b|i|u|s|font|c|v|ruby|rt|lang)(?:[\s.][^<>]*)?)>/gi

/**
 * Returns the lines of a subtitle in formats that have nothing but text: the name precedes the words, or a dash if two people
 * without names speak. Markup that a player would interpret is replaced by similar characters.
 */
export const plainLines = (voices: readonly Voice[]): string[] =>
  voices.flatMap(({ speaker, lines }) => {
    const name = speaker ? formatSpeaker(speaker) : voices.length > 1 ? '- ' : ''
    return lines.map((line, index) => `${index === 0 ? name : ''}${line}`).map(asText)
  })

const asText = (line: string): string => line.replaceAll('-->', '→').replaceAll(TAG, '‹$1›').replaceAll('{\\', '(\\')
