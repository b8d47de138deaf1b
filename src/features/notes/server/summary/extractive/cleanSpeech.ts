/** Filler sounds by language. None of them is a word of that language. */
const fillers: Readonly<Record<string, RegExp>> = {
  en: wholeWord('um+|uh+|mm+|hmm+|erm?|mm-hmm|uh-huh'),
  de: wholeWord('äh+|ähm+|öh+|ehm+|hm+|mhm'),
  es: wholeWord('eh+|ehm+|mmm*|hm+'),
  fr: wholeWord('euh+|heu+|hm+|mh+'),
  it: wholeWord('ehm+|mmm*|hm+'),
  pt: wholeWord('hum+|hã+|ahn+|hm+'),
  ja: /(?:えーっと|えっと|えーと|えー|あのー|うーん|んー)[、,]?/g,
  zh: /(?:嗯+|呃+|唔+)[，,、]?/g,
  ko: /(?<!\p{L})(?:음+|어+|으음)(?!\p{L})[,.]*/gu,
}
const leadingConnectives = /^(?:(?:so|and|but|okay|ok|well|yeah|right|oh|now|then|alright|yes|no|like),?\s+)+/i

/** Removes annotations in brackets, filler sounds and stuttered repetitions from spoken text. */
export function cleanSpeech(text: string, language: string): string {
  const filler = fillers[language]
  let cleaned = text.replace(/\{[^}]*\}|\[[^\]]*\]|<[^>]*>/g, ' ').replace(/\s+([.,?!;:'])/g, '$1')
  if (filler) cleaned = cleaned.replace(filler, ' ')
  if (language === 'en') {
    cleaned = cleaned
      .replace(/\b(\w+)'\s+(s|t|re|ll|ve|m|d)\b/g, "$1'$2")
      .replace(/\b(\w+)(?:,? \1\b)+/gi, '$1')
      .replace(/\b(you know|i mean),/gi, ' ')
  }
  return cleaned
    .replace(/([,.])(?:\s*[,.])+/g, '$1')
    .replace(/^[\s,.;、，。-]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns a sentence that can be read on its own. Drops English words that only connect it to the previous sentence. */
export function toStandaloneSentence(sentence: string, language: string): string {
  const text = (language === 'en' ? sentence.replace(leadingConnectives, '') : sentence).trim()
  const [first = '', ...rest] = text
  return language === '' ? text : first.toLocaleUpperCase(language) + rest.join('')
}

function wholeWord(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}'-])(?:${words})(?![\\p{L}\\p{N}'-]),?`, 'giu')
}
