/** The one sentence a new feature's page begins with, in the ten languages of the house (A§9). */
export const phrases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en_US: { nothing_yet: 'There is nothing here yet.' },
  es_ES: { nothing_yet: 'Aún no hay nada aquí.' },
  fr_FR: { nothing_yet: 'Il n’y a encore rien ici.' },
  de_DE: { nothing_yet: 'Hier ist noch nichts.' },
  it_IT: { nothing_yet: 'Qui non c’è ancora nulla.' },
  ja_JP: { nothing_yet: 'まだ何もありません。' },
  ko_KR: { nothing_yet: '아직 아무것도 없습니다.' },
  pt_PT: { nothing_yet: 'Ainda não há nada aqui.' },
  zh_CN: { nothing_yet: '这里还没有内容。' },
  zh_TW: { nothing_yet: '這裡還沒有內容。' },
}
