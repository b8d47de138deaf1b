/** Why a text is not accepted for the community. Each is a refusal of `create` and `edit`. */
export type SubmissionProblem = 'tooShort' | 'hasLink' | 'hasImage' | 'hasMarkup' | 'hasControlCharacters' | 'hasFence'

/** Instructions with fewer letters than this say nothing to others. */
const MIN_LETTERS = 20

/** In this order, so that an image is not reported as a link. Patterns have no nested repetition, so that they end quickly. */
const CHECKS: readonly (readonly [SubmissionProblem, RegExp])[] = [
  ['hasControlCharacters', /[\p{Cs}\p{Co}\u200b\u2060-\u206f\u202a-\u202e\ufeff\u00ad\u{e0000}-\u{e007f}]|(?![\n\r\t])\p{Cc}/u],
  // Markers with which prompts separate instructions from text, and roles of a conversation at the start of a line.
  ['hasFence', /`{3}|~{3}|<\||\|>|\[\/?inst\]|<<\/?sys>>|<\/?s>|^[ \t#]*(?:system|assistant)[ \t]*:/imu],
  ['hasImage', /!\[|<img\b|data:image\//iu],
  ['hasMarkup', /<[/!?]?[a-z][^\n]{0,500}>|<!--|<(?:script|style|iframe|object|embed|svg|link|meta)\b|&#x?[0-9a-f]{2,6};/iu],
  [
    'hasLink',
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/|\bwww\.|\b(?:mailto|javascript|data|file|tel|vbscript):\S|\]\(|[\w.+-]@[\w-]+\.[a-z]{2,}|[a-z0-9-]\.(?:com|org|net|info|biz|io|ai|app|dev|xyz|link|site|online|shop)(?![\w.-])/iu,
  ],
]

/** Returns the first problem of texts that are meant for other users, or undefined. Letters are counted in `content` only. */
export function checkSubmission(texts: { content: string; others: readonly string[] }): SubmissionProblem | undefined {
  for (const [problem, pattern] of CHECKS) if ([texts.content, ...texts.others].some((text) => pattern.test(text))) return problem
  return countLetters(texts.content) < MIN_LETTERS ? 'tooShort' : undefined
}

/** Chinese, Japanese and Korean characters say as much as two letters. */
const countLetters = (text: string): number =>
  (text.match(/\p{L}/gu)?.length ?? 0) + (text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0)
