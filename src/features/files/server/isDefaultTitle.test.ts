import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isDefaultTitle } from './isDefaultTitle.ts'

const MESSAGES = 'src/features/recorder/messages'
const MONTHS = Array.from({ length: 12 }, (_, month) => month)
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

describe('a default title', () => {
  it.each([
    ['of recorders', 'REC001|REC_0012|R20261125-154800|ZOOM0001|DM550001|Track 3|VN620012|STE-0004|DJI_0042|Tascam_0003'],
    [
      'of phones',
      'Voice 012|Voice memo 14|Voice Memo|New Recording 5|New Recording|Recording (3)|Recording_1|Record_001|My recording',
    ],
    [
      'of times',
      '20261125_154800|2026-11-25 15.48.00|2026-11-25|251126-1548|20261125T154800Z|2026-11-25-15h48m00s|GMT20261125-154800',
    ],
    [
      'of chat apps',
      'AUD-20261125-WA0003|PTT-20261125-WA0012|WhatsApp Audio 2026-11-25 at 15.48.00|WhatsApp Ptt 2026-11-25 at 3.48.00 PM',
    ],
    [
      'of more apps',
      'signal-2026-11-25-154800|audio_2026-11-25_15-48-00|Screen Recording 2026-11-25 at 15.48.00|GMT20261125-154800_Recording',
    ],
    ['of cameras', 'VID_20261125_154800|PXL_20261125_154800123|IMG_0012|MVI_0001|GOPR0012|video'],
    [
      'that say nothing',
      'audio|Audio|untitled|Untitled 3|unnamed|Recording|Recording copy|Recording 2|01|0007|123456|1700000000000',
    ],
    ['of ids', '3f2b1c9e-4d5a-4b6c-8d7e-9f0a1b2c3d4e|0123456789abcdef0123456789abcdef|{3F2B1C9E-4D5A-4B6C-8D7E-9F0A1B2C3D4E}'],
    ['with an extension', 'REC001.wav|Recording (3).m4a|audio.mp3|20261125_154800.3gp|untitled.opus'],
    ['with the time of a duplicate', 'REC001 2026-11-25 15-48-00|Recording 2026-11-25 15-48-00 (2)'],
    [
      'in German',
      'Aufnahme 3|Neue Aufnahme 12|Sprachmemo 4|Sprachaufnahme|Sprachnachricht|Unbenannt|Ohne Titel|Aufnahme Kopie|Bildschirmaufnahme 2026-11-25 um 15.48.00',
    ],
    ['in French', 'Enregistrement 2|Nouvel enregistrement|Mémo vocal 3|Note vocale|Sans titre|Enregistrement vocal 001'],
    ['in Spanish', 'Grabación|Grabación 4|Nueva grabación 7|Nota de voz 3|Voz 002|Sin título|Grabacion de voz'],
    ['in Italian', 'Registrazione|Nuova registrazione 3|Memo vocale 2|Senza titolo|Nota vocale 4'],
    ['in Portuguese', 'Gravação|Nova gravação 2|Gravação de voz 3|Sem título|Memorando de voz 1'],
    ['in Japanese', 'ボイスメモ|ボイスメモ 3|新規録音 4|新しい録音|録音_1|音声 001|無題|2026年11月25日の録音'],
    ['in Korean', '녹음|녹음 3|새로운 녹음 2|음성 001|음성 메모|제목 없음|음성 녹음 4'],
    ['in Chinese', '新录音 3|新錄音|录音|語音備忘錄|语音备忘录 2|标准录音 1|未命名|无标题|录音 2026年11月25日 下午3:48'],
  ])('%s', (_, titles) => {
    expect(titles.split('|').filter((title) => !isDefaultTitle(title))).toEqual([])
  })

  it.each(readdirSync(MESSAGES))('can be that of a recording made in the page, in %s', (name) => {
    const { untitled } = JSON.parse(readFileSync(`${MESSAGES}/${name}`, 'utf8')) as { untitled: string }
    // As the page formats it.
    const format = new Intl.DateTimeFormat(name.slice(0, 5).replace('_', '-'), { dateStyle: 'long', timeStyle: 'short' })
    const titles = MONTHS.flatMap((month) =>
      HOURS.map((hour) => untitled.replace('{{moment}}', format.format(new Date(2026, month, 25, hour, 48)))),
    )
    expect(titles.filter((title) => !isDefaultTitle(title))).toEqual([])
  })
})

describe('a name', () => {
  it.each([
    [
      'with a person or a subject',
      'Recording with Anna|Voice of the customer|Audio guide|Anna|Standup|Board meeting 2026-11-25|REC Solar',
    ],
    ['with a number', 'Interview 3|Lecture 04|Note 7|CS101|ISO 9001|BWV 1080|Episode 12|Chapter 1|Meeting 20261125|Take 5'],
    ['of digits', '1984|911|2026|9-11|24-7|365'],
    [
      'that looks like one',
      'A recording|Track record|The Voice|New York|My voice lesson|Memo|Deadbeef|May|Signal|November 25|Copy',
    ],
    [
      'in other languages',
      'Aufnahme mit Anna|Aufnahmeprüfung|Grabación de Ana|Registrazione del consiglio|Gravação da aula|Réunion 3',
    ],
    ['in other scripts', '録音の仕方|ボイスメモの使い方|录音笔评测|녹음실 회의|会議 3|Запись 3|مقابلة 12'],
    ['of one letter or none', 'x|a|🎙|?'],
  ])('%s', (_, titles) => {
    expect(titles.split('|').filter(isDefaultTitle)).toEqual([])
  })

  it('takes no longer for a very long title', () => {
    expect(isDefaultTitle('Recording '.repeat(900) + 'with Anna')).toBe(false)
    for (const word of ['録音', 'ボイスメモ', '新規']) expect(isDefaultTitle(`${word.repeat(1000)}の会議`)).toBe(false)
  })
})
