/** Words before a colon that begin a sentence and are not names, such as announcements, in the languages of Earshot. Lower case. */
const ANNOUNCEMENTS = `
remember note notice question answer example warning caution attention important reminder reason result results summary conclusion
tip hint fact first firstly second secondly third finally next last then also well okay ok yes no so but and or plus minus now today
tomorrow yesterday look listen again update agenda action actions decision decisions problem solution goal idea plan point step
source subject re fwd ps p.s nb n.b e.g i.e namely meaning basically honestly seriously spoiler disclaimer quote unquote correction
footnote title chapter part section topic date time place address phone email link url price total cost budget status priority
because however therefore translation definition caveat assumption background context option pro con pros cons bonus rule
erinnerung achtung hinweis frage antwort beispiel wichtig grund ergebnis fazit zusammenfassung tipp fakt erstens zweitens drittens
zuletzt dann also gut ja nein und oder aber jetzt heute morgen gestern merke bedenkt denkt vergesst übrigens nämlich kurz kurzum ehrlich
thema punkt ziel idee plan problem lösung schritt quelle betreff titel kapitel teil datum uhrzeit ort adresse preis summe kosten
erinnere erinnert vorsicht beachte beachten merkt bitte
recuerda recuerden recuerde nota pregunta respuesta ejemplo importante razón resultado resumen conclusión consejo dato primero segundo
tercero finalmente luego bueno sí pero ahora hoy mañana ayer mira escucha ojo atención aviso tema punto objetivo problema solución
paso fuente asunto título capítulo fecha lugar precio
rappel rappelez rappelle note question réponse exemple important raison résultat résumé conclusion conseil fait premièrement deuxièmement enfin
ensuite puis bon oui non mais maintenant demain hier regardez écoutez attention sujet point objectif problème solution étape
source objet titre chapitre lieu prix remarque bref
ricorda ricordate ricordatevi nota domanda risposta esempio motivo risultato riassunto conclusione consiglio primo secondo terzo infine poi bene sì però
adesso oggi domani ieri guarda ascolta attenzione avviso argomento punto obiettivo problema soluzione passo fonte oggetto titolo
lembre lembrem lembra pergunta resposta exemplo motivo resumo conclusão dica primeiro segundo terceiro depois bem sim não mas agora hoje amanhã
ontem olha escuta atenção aviso tema ponto objetivo solução passo fonte assunto
помни помните напоминание внимание важно вопрос ответ пример причина результат итог вывод совет факт во-первых во-вторых наконец потом
да нет но сейчас сегодня завтра вчера тема цель проблема решение шаг источник короче
記住 记住 注意 请注意 請注意 总之 總之 例如 比如 结论 結論 原因 问题 問題 答案 首先 其次 最后 最後 另外 提示 警告 重点 重點 换句话说 換句話說
也就是说 也就是說 简单来说 簡單來說 比方说 第一 第二 第三 目标 目標 主题 主題 时间 時間 地点 地點 日期 备注 備註
つまり 例えば 質問 回答 理由 結果 まとめ 重要 警告 最初 次 最後 また ただし なお 要するに 目的 課題 日時 場所 備考 ポイント
기억하세요 주의 질문 답변 대답 예 예시 이유 결과 요약 결론 팁 첫째 둘째 셋째 마지막 그리고 하지만 지금 오늘 내일 어제 중요 목표 문제 해결 참고 즉
`

/** Articles and other words that begin a phrase but never a name. Lower case. */
const FIRST_WORDS = `
the a an my our your their his her its this that these those here there what why how when where who which if as in on at to for from
with by of about and or but so because i we you they he she it is are was were do does did have has had will would can could should
der die das ein eine einen mein meine unser unsere dein deine euer ihr ihre sein seine dies diese dieser dieses hier dort was warum wie
wann wo wer wenn weil und oder aber ich wir sie es ist sind war zum zur im am vom
el los las un una unos unas mi mis nuestro nuestra su este esta esto aquí qué por para cómo cuándo dónde quién si yo es son
les un une des mon mes notre nos votre vos leur ce cette ces voici voilà pourquoi comment quand où qui je nous vous il elle est sont
il lo gli i una mio mia nostro nostra suo questo questa ecco perché come quando dove chi io noi voi è sono
o os as um uma meu minha nosso nossa seu sua este esta isto aqui porque como quando onde quem eu nós é são
это эта этот вот что почему как когда где кто если и или но я мы вы он она они есть
`

const toSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean))
const announcements = toSet(ANNOUNCEMENTS)
const firstWords = toSet(FIRST_WORDS)

/** Characters and endings that occur in Chinese and Japanese sentences but not in names. */
const HAN_SENTENCE = /[的了是在我你您这這那哪们們吗嗎呢吧不没沒有说說道]|[はがをにでもへ]$|です|ます|こと|という/u
const HAN_NAME_END = /(?:さん|様|氏|先生|君|ちゃん|老师|老師|总|總|经理|經理|主任)$/u

/** Returns whether a text before a colon that looks like a name begins a sentence. */
export function beginsSentence(text: string): boolean {
  const lower = text.toLowerCase()
  if (announcements.has(lower)) return true
  const [first = '', ...rest] = lower.split(/[\s,]+/)
  if (rest.length > 0 && (firstWords.has(first) || announcements.has(first))) return true
  if (rest.length === 0 && firstWords.has(first) && first.length > 1) return true
  return /[\p{Script=Han}\p{Script=Hiragana}]/u.test(text) && !HAN_NAME_END.test(text) && HAN_SENTENCE.test(text)
}
