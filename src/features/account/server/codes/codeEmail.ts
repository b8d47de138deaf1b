import { serverTexts } from '#platform/text/serverTexts.ts'
import type en from '../texts/en_US.json'

/** E-mails are plain text. The code is in the body and never in the subject, which lock screens show. */
const textsIn = serverTexts<typeof en>(new URL('../texts/', import.meta.url))

/** The e-mail with a code in the requested language, otherwise in English. */
export function codeEmail(language: string, digits: string): { subject: string; text: string } {
  const { subject, code, valid, notYou } = textsIn(language)
  return { subject, text: `${code}\n\n    ${digits}\n\n${valid}\n\n${notYou}\n` }
}
