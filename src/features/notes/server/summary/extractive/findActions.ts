import type { Sentence } from './extractSentences.ts'
import type { TermWeights } from './termWeights.ts'

const MIN_SCORE = 3.3

/**
 * Returns the sentences that are worded like tasks, in the order of the recording. Wording is weak evidence, so the summary
 * presents them as possible tasks. Returns none for a language without patterns.
 */
export function findActions(sentences: readonly Sentence[], language: string, weights: TermWeights, limit: number): Sentence[] {
  const patterns = actionPatterns[language]
  if (!patterns) return []
  return sentences
    .flatMap((sentence, index) => {
      const text = sentence.text.replaceAll('’', "'")
      const isReadable = sentence.length >= 5 && sentence.length <= 45 && sentence.terms.size >= 2
      if (!isReadable || !patterns.commitment.test(text) || patterns.exclusion.test(text) || /\?$/.test(text)) return []
      const positionBonus = sentence.position > 0.8 ? 0.7 : 0
      const score =
        (patterns.actionVerb.test(text) ? 2 : 0) +
        (patterns.strongCommitment.test(text) ? 1.5 : 0) +
        positionBonus +
        Math.min(weights.weight(sentence) / 60, 0.7)
      return score >= MIN_SCORE ? [{ sentence, index, score }] : []
    })
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, limit)
    .sort((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence)
}

/** Patterns of one language that identify a task. */
type ActionPatterns = {
  /** Matches a request or a commitment. */
  readonly commitment: RegExp
  /** Matches a verb that is typical of tasks, such as send, check or book. */
  readonly actionVerb: RegExp
  /** Matches a strong commitment: a promise, a direct request or a date. */
  readonly strongCommitment: RegExp
  /** Matches sentences that sound like a task but are not one. */
  readonly exclusion: RegExp
}

const anyOf = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.replace(/\s+/g, ' ').trim()})(?![\\p{L}\\p{N}])`, 'iu')

const germanDates = 'montag|dienstag|mittwoch|donnerstag|freitag|morgen|nächste[nrm]?|ende'
const spanishDates = 'el lunes|el martes|el miércoles|el jueves|el viernes|mañana|la próxima semana|fin de'
const frenchDates = 'lundi|mardi|mercredi|jeudi|vendredi|demain|la fin|la semaine prochaine'

/** Patterns by language (ISO 639-1). In any other language no tasks are suggested. */
const actionPatterns: Readonly<Record<string, ActionPatterns>> = {
  en: {
    commitment: anyOf(
      `i(?:'ll| will| can| need to| have to|'m going to| am going to)|we(?:'ll| need to| have to| should| must)|you(?:'ll| need to| should| have to)|let's|action item|follow[- ]up|to-?do|deadline|by (?:monday|tuesday|wednesday|thursday|friday|tomorrow|next|the end|end of)|could you|can you|please|make sure|remember to`,
    ),
    actionVerb: anyOf(
      `send|email|e-mail|write|prepare|check|review|finish|fix|schedule|book|call|update|draft|share|create|set up|look into|find out|work on|talk to|contact|submit|deliver|test|ask|report|bring|present|collect|run|get back|follow up|organi[sz]e|arrange|post|upload|invite`,
    ),
    strongCommitment: anyOf(
      `i'll|i will|you'll|please|action item|by (?:monday|tuesday|wednesday|thursday|friday|tomorrow|next)`,
    ),
    exclusion: anyOf(`if|would|used to|could have|should have|i'll say|we'll see|you'll (?:see|know|find)`),
  },
  de: {
    commitment: anyOf(
      `ich (?:werde|mache|schicke|schreibe|kümmere|übernehme|rufe|muss)|(?:wir|sie) (?:müssen|sollten|werden)|du (?:musst|solltest)|(?:kannst|könntest) du|(?:können|könnten) sie|bitte|bis (?:${germanDates})|aufgabe|nicht vergessen|denk daran`,
    ),
    actionVerb: anyOf(
      `schicken|schickt?|schicke|senden|sende|schreiben|schreibe|vorbereiten|prüfen|prüfe|erledigen|fertigstellen|anrufen|rufe|aktualisieren|teilen|erstellen|erstelle|einladen|organisieren|bestellen|klären|melden|präsentieren|testen|buchen|nachfragen|fragen|besprechen|abschließen|liefern|kümmere|kümmern`,
    ),
    strongCommitment: anyOf(`ich (?:werde|schicke|schreibe|mache|kümmere|übernehme|rufe)|bitte|bis (?:${germanDates})|aufgabe`),
    exclusion: anyOf(`würde|würden|hätte|hätten|falls|wäre`),
  },
  es: {
    commitment: anyOf(
      `voy a|vamos a|tengo que|tenemos que|hay que|tienes que|debemos|deberíamos|por favor|puedes|podrías|(?:antes de|para) (?:${spanishDates})|tarea|recuerda|acuérdate|no olvides`,
    ),
    actionVerb: anyOf(
      `enviar|mandar|escribir|preparar|revisar|terminar|arreglar|programar|reservar|llamar|actualizar|compartir|crear|organizar|presentar|probar|preguntar|entregar|invitar|confirmar|contactar|hablar con|enviarle|mandarle`,
    ),
    strongCommitment: anyOf(`voy a|tengo que|por favor|(?:antes de|para) (?:${spanishDates})|tarea`),
    exclusion: anyOf(`si|habría|hubiera|debería haber|sería`),
  },
  fr: {
    commitment: anyOf(
      `je vais|on va|nous allons|je dois|on doit|nous devons|il faut|tu dois|vous devez|s'il (?:te|vous) plaît|peux-tu|pouvez-vous|pourriez-vous|d'ici|avant (?:${frenchDates})|n'oubliez? pas|pensez à`,
    ),
    actionVerb: anyOf(
      `envoyer|écrire|préparer|vérifier|relire|finir|terminer|corriger|planifier|réserver|appeler|mettre à jour|partager|créer|organiser|présenter|tester|demander|livrer|inviter|confirmer|rédiger|contacter`,
    ),
    strongCommitment: anyOf(`je vais|je dois|s'il (?:te|vous) plaît|d'ici (?:${frenchDates})|avant (?:${frenchDates})`),
    exclusion: anyOf(`si|aurait|aurions|serait|faudrait`),
  },
}
