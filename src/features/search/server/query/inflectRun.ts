/** Korean particles that mark the role of a noun and follow it without a space. */
const PARTICLES =
  /(?<=^\p{sc=Hang}{2,})(?:에서는|에서도|으로는|에게서|한테서|이라고|에서|으로|에게|한테|까지|부터|처럼|보다|이나|이랑|께서|마다|조차|밖에|라도|은|는|이|가|을|를|에|로|와|과|도|의|만|랑)$/u

/** The dictionary endings of Japanese verbs, with the syllables that replace them before other endings. */
const VERB_ENDINGS: Readonly<Record<string, string>> = {
  う: 'いっわえお',
  く: 'きいかけこっ',
  ぐ: 'ぎいがげご',
  す: 'しさせそ',
  つ: 'ちったてと',
  ぬ: 'にんなねの',
  ぶ: 'びんばべぼ',
  む: 'みんまめも',
  る: 'りっられろまてたなよ',
}
/** A polite or past form of a verb: the part before it ends with one of the syllables above. */
const VERB_FORM =
  /^(?<stem>.*\p{sc=Han})(?<syllable>[いきぎしちにびみりっんえけげせてねべめれかさなまらわ]?)(?:ました|ません|ます|まして|たい|なかった|ない|て|た|で|だ)$/u
const VERB = /^(?<stem>.*\p{sc=Han})(?<ending>[うくぐすつぬぶむる])$/u
/** Verbs such as 食べる lose their last syllable. */
const SHORT_VERB = /^.*\p{sc=Han}[いきぎじちにびみりえけげせぜてでねべめれ]?(?=る$)/u
/** "To do" follows nouns, and adjectives end with い. */
const DOING = /^(?<noun>.*\p{sc=Han}{2,})(?:する|した|して|します|しました)$/u
const ADJECTIVE = /^(?<stem>.*\p{sc=Han}\p{sc=Hira}?)い$/u
const LONG_END = /(?<=[ァ-ヺー]{2,})ー$/u

/** Returns other forms of a Korean or Japanese word, which are searched too. */
export function inflectRun(run: string): string[] {
  if (/^\p{sc=Hang}+$/u.test(run)) return PARTICLES.test(run) ? [run.replace(PARTICLES, '')] : []
  const noun = DOING.exec(run)?.groups?.['noun']
  if (noun !== undefined) return [noun]
  const forms = [...(LONG_END.test(run) ? [run.replace(LONG_END, '')] : []), ...inflectVerb(run)]
  const adjective = ADJECTIVE.exec(run)?.groups?.['stem']
  if (adjective !== undefined) forms.push(...['く', 'か', 'さ'].map((syllable) => adjective + syllable))
  return [...new Set(forms)].filter((form) => form !== run && [...form].length > 1)
}

function inflectVerb(run: string): string[] {
  const { stem, ending = '' } = VERB.exec(run)?.groups ?? {}
  const short = SHORT_VERB.exec(run)?.[0]
  const rows = stem === undefined ? [] : [...(VERB_ENDINGS[ending] ?? '')].map((syllable) => stem + syllable)
  if (short !== undefined || rows.length > 0) return short === undefined ? rows : [short, ...rows]
  const { stem: root = '', syllable = '' } = VERB_FORM.exec(run)?.groups ?? {}
  if (root === '' || syllable === '') return []
  const endings = Object.keys(VERB_ENDINGS).filter((dictionary) => VERB_ENDINGS[dictionary]?.includes(syllable))
  return [root + syllable, ...endings.map((dictionary) => root + dictionary)]
}
