import { deniesSomething } from '../facts/negation.ts'
import { rulesOf } from '../facts/languages/rulesOf.ts'
import { findDue } from './findDue.ts'
import type { Sentence } from './extractSentences.ts'
import type { TermWeights } from './termWeights.ts'

const MIN_SCORE = 3.3
const DUE_BONUS = 1.5

/**
 * Returns the sentences worded like tasks, in the order of the recording. Wording is weak evidence, so the summary presents them as
 * possible tasks. Empty for languages without patterns.
 */
export function findActions(sentences: readonly Sentence[], language: string, weights: TermWeights, limit: number): Sentence[] {
  const patterns = actionPatterns[language]
  if (!patterns) return []
  return sentences
    .flatMap((sentence, index) => {
      const text = sentence.text.replaceAll('’', "'")
      const isReadable = sentence.length >= 5 && sentence.length <= 45 && sentence.terms.size >= 2
      if (
        !isReadable ||
        (!patterns.commitment.test(text) && !patterns.request?.test(text)) ||
        patterns.exclusion.test(text) ||
        isRefusal(text, language, patterns) ||
        /\?$/.test(text)
      )
        return []
      const positionBonus = sentence.position > 0.8 ? 0.7 : 0
      const score =
        (patterns.actionVerb.test(text) ? 2 : 0) +
        (patterns.strongCommitment.test(text) || patterns.request?.test(text) ? 1.5 : 0) +
        positionBonus +
        (findDue(text, language) === null ? 0 : DUE_BONUS) +
        Math.min(weights.weight(sentence) / 60, 0.7)
      return score >= MIN_SCORE ? [{ sentence, index, score }] : []
    })
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, limit)
    .sort((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence)
}

/** A refusal to do something is not a task, but "Do not forget to send it" is. */
function isRefusal(text: string, language: string, { commitment }: ActionPatterns): boolean {
  const at = commitment.exec(text)?.index
  return at !== undefined && deniesSomething(text.slice(at, at + REFUSAL), rulesOf(language))
}

/** Number of characters after a commitment in which it may be negated. */
const REFUSAL = 28

/** Patterns of one language that identify a task. */
type ActionPatterns = {
  /** Matches a request or a commitment. */
  readonly commitment: RegExp
  /** Matches a sentence that starts with a request. */
  readonly request?: RegExp
  /** Matches a verb that is typical of tasks, such as send, check or book. */
  readonly actionVerb: RegExp
  /** Matches a strong commitment: a promise, a direct request or a date. */
  readonly strongCommitment: RegExp
  /** Matches sentences that sound like a task but are not. */
  readonly exclusion: RegExp
}

const anyOf = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.replace(/\s+/g, ' ').trim()})(?![\\p{L}\\p{N}])`, 'iu')

const germanDates = 'montag|dienstag|mittwoch|donnerstag|freitag|morgen|nächste[nrm]?|ende'
const spanishDates = 'el lunes|el martes|el miércoles|el jueves|el viernes|mañana|la próxima semana|fin de'
const frenchDates = 'lundi|mardi|mercredi|jeudi|vendredi|demain|la fin|la semaine prochaine'

const portugueseDates = 'segunda|terça|quarta|quinta|sexta|amanhã|ao fim|ao final|à próxima'

/** Patterns by language (ISO 639-1). In any other language no tasks are suggested. */
const actionPatterns: Readonly<Record<string, ActionPatterns>> = {
  en: {
    commitment: anyOf(
      `(?:somebody|someone|everybody|everyone|one of (?:us|you)) (?:has to|needs to|should|must|will)|i(?:'ll| will| can| need to| have to|'m going to| am going to)|we(?:'ll| need to| have to| should| must)|you(?:'ll| need to| should| have to)|let's|action item|follow[- ]up|to-?do|deadline|by (?:monday|tuesday|wednesday|thursday|friday|tomorrow|next|the end|end of)|could you|can you|please|make sure|remember to`,
    ),
    actionVerb: anyOf(
      `send|email|e-mail|write|prepare|check|review|finish|fix|schedule|book|call|update|draft|share|create|set up|look into|find out|work on|talk to|contact|submit|deliver|test|ask|report|bring|present|collect|run|get back|follow up|organi[sz]e|arrange|post|upload|invite|buy|cut|order|stop|take|roll back|pay|put|move|clean|pick up|sign|print|read|meet|replace|remove|add|clear|confirm|measure|change`,
    ),
    strongCommitment: anyOf(
      `i'll|i will|i (?:need|have) to|(?:somebody|someone|one of us) (?:has|needs) to|you'll|please|action item|by (?:monday|tuesday|wednesday|thursday|friday|tomorrow|next)`,
    ),
    request:
      /^(?:please |(?:and )?then |also |(?:do )?remember to |make sure (?:to|you|that) |don't forget to )?(?:send|email|write|prepare|check|review|schedule|book|update|draft|share|set up|look (?:into|at)|find out|talk to|contact|submit|ask|bring|collect|follow up|arrange|upload|invite|order)(?= )/iu,
    exclusion: anyOf(`if|would|used to|could have|should have|i'll say|we'll see|you'll (?:see|know|find)`),
  },
  de: {
    commitment: anyOf(
      `ich (?:werde|mache|schicke|schreibe|kümmere|übernehme|rufe|muss|kläre|prüfe|bereite|frage|melde|bringe|bestelle|besorge)|(?:wir|sie) (?:müssen|sollten|werden)|du (?:musst|solltest)|(?:kannst|könntest) du|(?:können|könnten) sie|bitte|bis (?:${germanDates})|aufgabe|nicht vergessen|denk daran`,
    ),
    actionVerb: anyOf(
      `schicken|schickt?|schicke|senden|sende|schreiben|schreibe|vorbereiten|prüfen|prüfe|erledigen|fertigstellen|anrufen|rufe|aktualisieren|teilen|erstellen|erstelle|einladen|organisieren|bestellen|klären|melden|präsentieren|testen|buchen|nachfragen|fragen|besprechen|abschließen|liefern|kümmere|kümmern|kläre|frage|melde|bereite|bringe|bringen|bestelle|besorge|besorgen`,
    ),
    strongCommitment: anyOf(
      `ich (?:werde|schicke|schreibe|mache|kümmere|übernehme|rufe|muss|kläre|prüfe|bestelle|besorge)|bitte|bis (?:${germanDates})|aufgabe`,
    ),
    exclusion: anyOf(`würde|würden|hätte|hätten|falls|wäre`),
  },
  es: {
    commitment: anyOf(
      `voy a|vamos a|tengo que|tenemos que|hay que|tienes que|debemos|deberíamos|por favor|puedes|podrías|(?:antes de|para) (?:${spanishDates})|tarea|recuerda|acuérdate|no olvides`,
    ),
    actionVerb: anyOf(
      `enviar|mandar|escribir|preparar|revisar|terminar|arreglar|programar|reservar|llamar|actualizar|compartir|crear|organizar|presentar|probar|preguntar|entregar|invitar|confirmar|contactar|hablar con|enviarle|mandarle|pedir|comprar|avisar|buscar|pagar`,
    ),
    strongCommitment: anyOf(`voy a|tengo que|por favor|(?:antes de|para) (?:${spanishDates})|tarea`),
    exclusion: anyOf(`si|habría|hubiera|debería haber|sería`),
  },
  fr: {
    commitment: anyOf(
      `je vais|on va|nous allons|je dois|on doit|nous devons|il faut|tu dois|vous devez|s'il (?:te|vous) plaît|peux-tu|pouvez-vous|pourriez-vous|d'ici|avant (?:${frenchDates})|n'oubliez? pas|pensez à`,
    ),
    actionVerb: anyOf(
      `envoyer|écrire|préparer|vérifier|relire|finir|terminer|corriger|planifier|réserver|appeler|mettre à jour|partager|créer|organiser|présenter|tester|demander|livrer|inviter|confirmer|rédiger|contacter|prévenir|acheter|commander|payer`,
    ),
    strongCommitment: anyOf(`je vais|je dois|s'il (?:te|vous) plaît|d'ici (?:${frenchDates})|avant (?:${frenchDates})`),
    exclusion: anyOf(`si|aurait|aurions|serait|faudrait`),
  },
  it: {
    commitment: anyOf(
      `io (?:preparo|mando|scrivo|chiamo|controllo|porto|compro)|devo|dobbiamo|devi|dovete|dovremmo|bisogna|vado a|mi occupo|ci penso|per favore|puoi|potete|potresti|ricordati|ricordiamoci|entro|(?:ti|vi|le) (?:mando|invio|chiamo)|facciamo`,
    ),
    actionVerb: anyOf(
      `inviare|mandare|mando|invio|scrivere|scrivo|preparare|preparo|controllare|controllo|verificare|verifico|finire|correggere|programmare|prenotare|chiamare|chiamo|aggiornare|condividere|creare|organizzare|presentare|testare|chiedere|consegnare|invitare|confermare|contattare|ordinare`,
    ),
    strongCommitment: anyOf(
      `io (?:preparo|mando|scrivo|chiamo|controllo|porto|compro)|devo|ci penso io|mi occupo|per favore|entro|(?:ti|vi|le) (?:mando|invio|chiamo)`,
    ),
    exclusion: anyOf(`se|avrebbe|avrei|sarebbe|dovrebbe essere`),
  },
  pt: {
    commitment: anyOf(
      `vou|vamos|tenho (?:de|que)|temos (?:de|que)|tens (?:de|que)|precisamos|preciso|devemos|é preciso|por favor|podes|pode|podia|lembra-te|não te esqueças|não se esqueça|até (?:${portugueseDates})`,
    ),
    actionVerb: anyOf(
      `enviar|mandar|escrever|preparar|rever|verificar|terminar|acabar|corrigir|marcar|agendar|reservar|ligar|telefonar|atualizar|partilhar|criar|organizar|apresentar|testar|perguntar|entregar|convidar|confirmar|contactar|encomendar|falar com`,
    ),
    strongCommitment: anyOf(`vou|tenho (?:de|que)|preciso|por favor|até (?:${portugueseDates})`),
    exclusion: anyOf(`se|teria|seria|deveria ter`),
  },
  ja: {
    commitment:
      /(?:ください|お願い|しましょう|しておき|しなければ|する必要|しないと|します|送ります|までに|おきます|いただけます|してもらえ|やります)/u,
    actionVerb: /(?:送|提出|準備|確認|連絡|作成|作り|予約|更新|共有|調べ|相談|報告|修正|手配|招待|検討|依頼|注文|電話)/u,
    strongCommitment: /(?:ください|お願い|おきます|までに|私が|僕が|します[。.]?$|送ります)/u,
    exclusion: /(?:たら|れば|でしょう|かもしれ|していました|しました|していて)/u,
  },
  ko: {
    commitment: /(?:하겠습니다|할게요|겠습니다|해야 합니다|해야 해요|해야 돼|해 주세요|해주세요|주세요|부탁|합시다|하시죠|까지)/u,
    actionVerb: /(?:보내|제출|준비|확인|연락|작성|예약|업데이트|공유|알아보|상의|보고|수정|정리|초대|검토|요청|주문|전화)/u,
    strongCommitment: /(?:하겠습니다|할게요|겠습니다|주세요|부탁|까지|제가)/u,
    exclusion: /(?:했습니다|했어요|하면|텐데|았습니다|었습니다)/u,
  },
  zh: {
    commitment:
      /(?:我会|我會|我来|我來|我去|我要|需要|必须|必須|应该|應該|请|請|麻烦|麻煩|记得|記得|别忘|別忘|之前|我负责|我負責|你来|你去|要在)/u,
    actionVerb:
      /(?:发|發|送|提交|准备|準備|确认|確認|联系|聯繫|写|寫|预订|預訂|更新|分享|查|商量|汇报|匯報|修改|整理|邀请|邀請|检查|檢查|安排|订|訂|打电话|打電話|通知)/u,
    strongCommitment: /(?:我会|我會|我来|我來|我负责|我負責|请|請|麻烦|麻煩|记得|記得|之前|前(?:发|發|提交|完成))/u,
    exclusion: /(?:如果|要是|已经|已經|可能)/u,
  },
}
