/** Patterns of one language that identify a task. */
export type ActionCues = {
  /** Matches a request or a commitment. */
  readonly commits: RegExp
  /** Matches a verb that is typical of tasks, such as send, check or book. */
  readonly acts: RegExp
  /** Matches a strong commitment: a promise, a direct request or a date. */
  readonly firm: RegExp
  /** Matches sentences that sound like a task but are not one. */
  readonly not: RegExp
}

const any = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.replace(/\s+/g, ' ').trim()})(?![\\p{L}\\p{N}])`, 'iu')

const deDay = 'montag|dienstag|mittwoch|donnerstag|freitag|morgen|nächste[nrm]?|ende'
const esDay = 'el lunes|el martes|el miércoles|el jueves|el viernes|mañana|la próxima semana|fin de'
const frDay = 'lundi|mardi|mercredi|jeudi|vendredi|demain|la fin|la semaine prochaine'

/** Patterns by language (ISO 639-1). In any other language no tasks are suggested. */
export const actionCues: Readonly<Record<string, ActionCues>> = {
  en: {
    commits: any(
      `i(?:'ll| will| can| need to| have to|'m going to| am going to)|we(?:'ll| need to| have to| should| must)|you(?:'ll| need to| should| have to)|let's|action item|follow[- ]up|to-?do|deadline|by (?:monday|tuesday|wednesday|thursday|friday|tomorrow|next|the end|end of)|could you|can you|please|make sure|remember to`,
    ),
    acts: any(
      `send|email|e-mail|write|prepare|check|review|finish|fix|schedule|book|call|update|draft|share|create|set up|look into|find out|work on|talk to|contact|submit|deliver|test|ask|report|bring|present|collect|run|get back|follow up|organi[sz]e|arrange|post|upload|invite`,
    ),
    firm: any(`i'll|i will|you'll|please|action item|by (?:monday|tuesday|wednesday|thursday|friday|tomorrow|next)`),
    not: any(`if|would|used to|could have|should have|i'll say|we'll see|you'll (?:see|know|find)`),
  },
  de: {
    commits: any(
      `ich (?:werde|mache|schicke|schreibe|kümmere|übernehme|rufe|muss)|(?:wir|sie) (?:müssen|sollten|werden)|du (?:musst|solltest)|(?:kannst|könntest) du|(?:können|könnten) sie|bitte|bis (?:${deDay})|aufgabe|nicht vergessen|denk daran`,
    ),
    acts: any(
      `schicken|schickt?|schicke|senden|sende|schreiben|schreibe|vorbereiten|prüfen|prüfe|erledigen|fertigstellen|anrufen|rufe|aktualisieren|teilen|erstellen|erstelle|einladen|organisieren|bestellen|klären|melden|präsentieren|testen|buchen|nachfragen|fragen|besprechen|abschließen|liefern|kümmere|kümmern`,
    ),
    firm: any(`ich (?:werde|schicke|schreibe|mache|kümmere|übernehme|rufe)|bitte|bis (?:${deDay})|aufgabe`),
    not: any(`würde|würden|hätte|hätten|falls|wäre`),
  },
  es: {
    commits: any(
      `voy a|vamos a|tengo que|tenemos que|hay que|tienes que|debemos|deberíamos|por favor|puedes|podrías|(?:antes de|para) (?:${esDay})|tarea|recuerda|acuérdate|no olvides`,
    ),
    acts: any(
      `enviar|mandar|escribir|preparar|revisar|terminar|arreglar|programar|reservar|llamar|actualizar|compartir|crear|organizar|presentar|probar|preguntar|entregar|invitar|confirmar|contactar|hablar con|enviarle|mandarle`,
    ),
    firm: any(`voy a|tengo que|por favor|(?:antes de|para) (?:${esDay})|tarea`),
    not: any(`si|habría|hubiera|debería haber|sería`),
  },
  fr: {
    commits: any(
      `je vais|on va|nous allons|je dois|on doit|nous devons|il faut|tu dois|vous devez|s'il (?:te|vous) plaît|peux-tu|pouvez-vous|pourriez-vous|d'ici|avant (?:${frDay})|n'oubliez? pas|pensez à`,
    ),
    acts: any(
      `envoyer|écrire|préparer|vérifier|relire|finir|terminer|corriger|planifier|réserver|appeler|mettre à jour|partager|créer|organiser|présenter|tester|demander|livrer|inviter|confirmer|rédiger|contacter`,
    ),
    firm: any(`je vais|je dois|s'il (?:te|vous) plaît|d'ici (?:${frDay})|avant (?:${frDay})`),
    not: any(`si|aurait|aurions|serait|faudrait`),
  },
}
