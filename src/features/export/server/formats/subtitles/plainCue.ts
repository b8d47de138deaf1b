import { formatSpeaker } from '#features/transcription/rules.ts'
import type { Voice } from './cues.ts'

/** Tags that players of SRT follow, as they stand in a text. */
const TAG = /<(\/?(?:b|i|u|s|font|c|v|ruby|rt|lang)(?:[\s.][^<>]*)?)>/gi

/**
 * Returns the lines of a subtitle in formats that have nothing but text: the name stands before what is said, a dash where two people
 * without names speak. What a player would follow, and not show, is written in a way that looks alike.
 */
export const plainLines = (voices: readonly Voice[]): string[] =>
  voices.flatMap(({ speaker, lines }) => {
    const name = speaker ? formatSpeaker(speaker) : voices.length > 1 ? '- ' : ''
    return lines.map((line, index) => `${index === 0 ? name : ''}${line}`).map(asText)
  })

const asText = (line: string): string => line.replaceAll('-->', '→').replaceAll(TAG, '‹$1›').replaceAll('{\\', '(\\')
