/** The sample is the beginning of a novel, known in each language by a name of its own. */
const TITLES: Readonly<Record<string, string>> = {
  en: 'A Tale of Two Cities',
  es: 'Historia de dos ciudades',
  fr: 'Le Conte de deux cités',
  de: 'Eine Geschichte aus zwei Städten',
  it: 'Racconto di due città',
  ja: '二都物語',
  ko: '두 도시 이야기',
  pt: 'História de Duas Cidades',
  zh: '双城记',
  'zh-hant': '雙城記',
}
const TRADITIONAL = new Set(['tw', 'hk', 'mo', 'hant'])

/** The title in the reader's language, however it is written (`de`, `de_DE`, `zh-Hant-HK`); English for any other. */
export function welcomeTitle(lang: string): string {
  const [language = '', ...rest] = lang.toLowerCase().replaceAll('_', '-').split('-')
  const key = language === 'zh' && rest.some((tag) => TRADITIONAL.has(tag)) ? 'zh-hant' : language
  return (Object.hasOwn(TITLES, key) ? TITLES[key] : undefined) ?? TITLES['en']!
}
