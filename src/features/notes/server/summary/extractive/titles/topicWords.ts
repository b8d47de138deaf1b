const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Verbs and vague words by language (ISO 639-1), in lower case. They have meaning but name no topic. */
const NO_TOPIC: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordSet(
    `ask asks asked talk talks talked work works worked working start starts started starting stop stopped use uses used using call calls called send sends sent
    give gives gave given tell tells told find finds found show shows showed shown happen happens happened change changes changed move moves moved moving
    bring brings brought buy buys bought build builds built pay pays paid play plays played run runs ran turn turns turned try tries tried trying keep keeps kept
    leave leaves left let lets put puts set sets open opens opened close closed write writes wrote written read reads reading hear heard feel feels felt help helps
    helped hope hopes believe believes understand understood remember remembers agree agreed decide decided suppose supposed wonder seem seems seemed
    become became speak speaks spoke spoken add adds added follow follows followed check checks checked wait waited expect expected learn learned
    end ends beginning night different important possible available able ready big small large long short high low old young new whole full real hard easy better best worse worst
    today tomorrow yesterday tonight week weeks month months year years day days hour hours minute minutes time times moment morning afternoon evening
    person people someone somebody everyone everybody everything anybody anyone nobody nothing guy guys lot lots part parts side way ways place point points
    number numbers kind sort half couple course case example instance fact question questions problem problems reason idea ideas number word words
    already always never often sometimes usually maybe perhaps actually basically especially probably definitely certainly exactly simply currently recently
    completely totally obviously absolutely literally honestly finally mostly nearly almost soon later early ago ever yet else together away around across along
    against without within between toward towards per next last second third four five six seven eight nine ten hundred thousand million twenty thirty forty fifty
    sixty seventy eighty ninety eleven twelve fifteen will would shall may monday tuesday wednesday thursday friday saturday sunday going doing making
    getting taking looking coming saying talking thinking having being seeing giving putting mean means meant true sure wrong fair enough little less least`,
  ),
  de: wordSet(
    `sagen gesagt machen gemacht gehen gegangen kommen gekommen sehen gesehen geben gegeben nehmen genommen finden gefunden lassen bleiben stehen liegt liegen
    brauchen braucht arbeiten reden sprechen fragen gefragt denken gedacht glauben glaube wissen weiß weißt heißt bekommen gestern heute morgen woche wochen
    monat monate jahr jahre tag tage stunde stunden minute minuten zeit mal sache sachen ding dinge leute beispiel frage fragen problem punkt teil art weise
    groß große großen klein kleine neu neue neuen neuer wichtig möglich besser beste gute guten schöne erste ersten zweite zweiten dritte letzte letzten nächste nächsten
    leider zumindest mindestens eigentlich jedenfalls bereits schließlich zusammen sicher gleich später früher lange drei vier fünf sechs sieben acht neun zehn`,
  ),
  es: wordSet(
    `decir hablar hacer llegar poner dejar encontrar pensar trabajar empezar terminar llamar pasar buscar quedar día días semana semanas mes meses año años hora horas
    minuto momento gente persona personas parte forma manera tipo ejemplo problema pregunta idea punto importante posible grande pequeño nuevo nueva primera primero
    segundo última último mejor hoy ayer mañana después además cinco seis siete ocho nueve diez realmente simplemente`,
  ),
  fr: wordSet(
    `parler mettre prendre trouver penser travailler commencer finir appeler passer chercher rester jour jours semaine semaines mois année années heure heures minute
    moment gens personne personnes partie façon manière type exemple problème question idée point important importante possible grand grande petit nouvelle nouveau
    premier première dernier dernière meilleur demain hier cinq six sept huit neuf dix quatre vraiment simplement`,
  ),
  it: wordSet(
    `parlare mettere prendere trovare pensare lavorare cominciare finire chiamare passare cercare giorno giorni settimana settimane mese mesi anno anni ora ore minuto
    momento gente persona persone parte modo tipo esempio problema domanda idea punto importante possibile grande piccolo nuovo nuova primo prima ultimo ultima
    migliore domani ieri cinque sette otto nove dieci veramente semplicemente`,
  ),
  pt: wordSet(
    `falar pôr tomar encontrar pensar trabalhar começar acabar chamar passar procurar ficar dia dias semana semanas mês meses ano anos hora horas minuto momento
    gente pessoa pessoas parte forma maneira tipo exemplo problema pergunta ideia ponto importante possível grande pequeno novo nova primeira primeiro última
    último melhor hoje ontem amanhã cinco seis sete oito nove dez realmente simplesmente`,
  ),
}

/** Returns whether a word can name the topic of a passage: it is not a verb, an adverb or a vague word. */
export function isTopicWord(word: string, language: string): boolean {
  const lower = word.toLowerCase()
  if (NO_TOPIC[language]?.has(lower) || /^\d/.test(lower)) return false
  if (language === 'en') return !/(?:ly|'\p{L}+)$/u.test(lower) && !(/ed$/.test(lower) && lower.length > 4)
  // German nouns are capitalized, and topics are nouns.
  if (language === 'de') return /^\p{Lu}/u.test(word)
  if (language === 'ja') return /[\p{Script=Han}\p{Script=Katakana}\p{Script=Latin}]/u.test(word)
  return true
}
