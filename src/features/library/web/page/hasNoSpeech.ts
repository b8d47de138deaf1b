import type { File } from '#features/files/contract.ts'

/** Returns true when a recording was transcribed and no word was recognized (B§8, code -7). */
export const hasNoSpeech = ({ trans_result, ai_content }: Pick<File, 'trans_result' | 'ai_content'>): boolean =>
  trans_result !== null && trans_result.every((segment) => segment.not_understood) && ai_content === ''
