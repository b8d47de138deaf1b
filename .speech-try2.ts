import { readdirSync, readFileSync } from 'node:fs'
import { openSpeechEngine } from '/work/main/src/platform/speech/engine.ts'
import { joinWords } from '/work/main/src/platform/speech/joinWords.ts'
import { decodeSound } from '/work/main/src/platform/sound/decodeSound.ts'
import { countWordErrors } from '/work/main/test/fixtures/wordErrorRate.ts'
const dir = '/work/shared/audio/fleurs/'
const engine = openSpeechEngine({ })
for (const f of readdirSync(dir).filter(f => f.endsWith('.ogg') && process.argv.slice(2).some(p => f.startsWith(p)))) {
  let text = ''
  let wins = ''
  const r = await engine.transcribe(decodeSound(dir + f), { label: f, signal: new AbortController().signal, onWindow: (w) => { text += joinWords(w.words, w.language) + ' '; wins += `[${w.start}-${w.end}]` } })
  const said = readFileSync(dir + f.replace('ogg', 'txt'), 'utf8')
  console.log(f, r.language, wins, JSON.stringify(countWordErrors(said, text)), '\n  ', said.trim(), '\n  ', text)
}
