/** The languages that the bundled model transcribes, as ISO 639 codes, except `jw` for Javanese. */
export const BUNDLED_LANGUAGES: readonly string[] = (
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw ' +
  'ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv ' +
  'sw ta te tg th tk tl tr tt uk ur uz vi yi yo zh'
).split(' ')

/** Languages that only models of the catalogue can transcribe. */
const CATALOGUE_LANGUAGES: readonly string[] = 'ceb ckb ga ig ky lg ny or rw ug xh yue zu'.split(' ')

/** The 112 languages that can be transcribed (B§9), 99 of them by the bundled model. */
export const SPOKEN_LANGUAGES: readonly string[] = [...BUNDLED_LANGUAGES, ...CATALOGUE_LANGUAGES].sort()
