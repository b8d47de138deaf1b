import japanese from 'opencc-js/dict/JPShinjitaiCharacters'
import traditional from 'opencc-js/dict/TSCharacters'

/** Pairs of a character and those that are written for it elsewhere, of which the first is the usual one. */
const readPairs = (table: string): [string, string][] =>
  table.split('|').flatMap((pair): [string, string][] => {
    const [character = '', other = ''] = pair.split(' ')
    // Both take as much room in a text, so that what is found can be marked.
    return character !== '' && other.length === character.length ? [[character, other]] : []
  })

const simplified = new Map(readPairs(traditional))
/** The simplified form of traditional Chinese and Japanese characters. */
const plainForms = new Map([
  ...readPairs(japanese).map(([character, other]): [string, string] => [character, simplified.get(other) ?? other]),
  ...simplified,
])
const HAN = /\p{sc=Han}/gu

/** Returns a text with one form of each Chinese character, whether it is written in Taiwan, Japan or mainland China. */
export const foldHan = (text: string): string => text.replaceAll(HAN, (character) => plainForms.get(character) ?? character)
