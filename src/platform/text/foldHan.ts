import japanese from 'opencc-js/dict/JPShinjitaiCharacters'
import traditional from 'opencc-js/dict/TSCharacters'

/** Parses pairs of a character and its variants, of which the first one is the usual one. */
const readPairs = (table: string): [string, string][] =>
  table.split('|').flatMap((pair): [string, string][] => {
    const [character = '', other = ''] = pair.split(' ')
    // Only variants of equal length are used, so that positions of matches stay valid.
    return character !== '' && other.length === character.length ? [[character, other]] : []
  })

const simplified = new Map(readPairs(traditional))
/** The simplified forms of traditional Chinese and Japanese characters. */
const plainForms = new Map([
  ...readPairs(japanese).map(([character, other]): [string, string] => [character, simplified.get(other) ?? other]),
  ...simplified,
])
/** Variants in Japanese names, and forms that the tables have for one country only. */
const NAME_FORMS = '髙高 﨑崎 嵜崎 濵浜 邉辺 嶋島 嶌島 桒桑 栁柳 淸清 戸户 呉吴'
for (const [form = '', usual = ''] of NAME_FORMS.split(' ').map((pair) => [...pair]))
  plainForms.set(form, plainForms.get(usual) ?? usual)
const HAN = /\p{sc=Han}/gu

/** Returns a text with one form of each Chinese character, whichever of Taiwan, Japan or mainland China it is from. */
export const foldHan = (text: string): string => text.replaceAll(HAN, (character) => plainForms.get(character) ?? character)
