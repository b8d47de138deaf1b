/** Common characters that differ between mainland China and Taiwan, in pairs. */
const PAIRS =
  '们們这這个個来來说說时時会會国國对對发發过過还還后後学學经經么麼样樣现現开開问問题題动動无無关關东東两兩实實进進种種从從当當点點业業电電话話见見间間长長门門头頭车車给給请請让讓谁誰认認识識决決议議应應该該钱錢费費预預医醫诊診护護员員员員记記录錄类類务務总總报報计計划劃处處变變书書买買卖賣欢歡听聽写寫读讀谢謝难難虽雖单單简簡体體条條观觀众眾网網络絡师師诉訴张張万萬亿億号號'

const [simplified, traditional] = [0, 1].map((side) => new Set(PAIRS.split('').filter((_, index) => index % 2 === side)))

/** Returns whether a Chinese text is written in traditional characters. */
export function isTraditional(text: string): boolean {
  const count = (characters: ReadonlySet<string> | undefined) =>
    [...text].filter((character) => characters?.has(character)).length
  return count(traditional) > count(simplified)
}
