import { describe, expect, it } from 'vitest'
import { hours, MiB, seconds } from '#shared/units.ts'
import { DEFAULT_UPLOAD_LIMIT } from './contract.ts'
import {
  ACCEPTED_TYPES,
  asrDuration,
  type SelectedFile,
  durationError,
  isAsr,
  isHidden,
  isMediaFile,
  checkSelection,
  mediaFilesIn,
  SPEC_EXTENSIONS,
  splitName,
  MAX_TITLE_LENGTH,
  transcodedBytes,
  UPLOAD_STATUS,
  withTimestamp,
} from './rules.ts'

const file = (name: string, size = 1000, type = 'audio/mpeg'): SelectedFile => ({ name, size, type, lastModified: 0 })
const contextOf = (titles: string[] = [], limit = DEFAULT_UPLOAD_LIMIT) => ({ limit, titles: new Set(titles) })
const verdictsOf = (...args: Parameters<typeof checkSelection>) => checkSelection(...args).checked.map(({ verdict }) => verdict)

describe('accepted types (B§5)', () => {
  it('accepts every audio and video type', () => {
    expect(isMediaFile({ name: 'a', type: 'audio/x-wav' })).toBe(true)
    expect(isMediaFile({ name: 'a.bin', type: 'video/quicktime' })).toBe(true)
  })

  it.each(SPEC_EXTENSIONS)('accepts .%s whatever type the browser reports', (extension) => {
    expect(isMediaFile({ name: `Talk.${extension.toUpperCase()}`, type: '' })).toBe(true)
    expect(ACCEPTED_TYPES.split(',')).toContain(`.${extension}`)
  })

  it.each(['amr', 'caf', 'mkv', 'wma', 'opus', 'flac', 'vob'])(
    'accepts .%s, for which some browsers report no type',
    (extension) => {
      expect(isMediaFile({ name: `Talk.${extension}`, type: '' })).toBe(true)
      expect(isMediaFile({ name: `Talk.${extension}`, type: 'application/octet-stream' })).toBe(true)
      expect(ACCEPTED_TYPES.split(',')).toContain(`.${extension}`)
    },
  )

  it('lists audio/* and video/* first in the accept attribute', () => {
    expect(ACCEPTED_TYPES.startsWith('audio/*,video/*,')).toBe(true)
  })

  it('rejects everything else', () => {
    expect(isMediaFile({ name: 'holiday.heic', type: 'image/heic' })).toBe(false)
    expect(isMediaFile({ name: 'mp3', type: '' })).toBe(false)
    expect(isMediaFile({ name: 'notes.asr.txt', type: 'text/plain' })).toBe(false)
  })

  it('recognizes .asr files by their extension', () => {
    expect(isAsr({ name: 'R0001.ASR' })).toBe(true)
    expect(isAsr({ name: 'asr' })).toBe(false)
  })
})

describe('titles', () => {
  it('removes control, direction and line break characters', () => {
    expect(splitName('talk\u202egnp.exe\u0000.mp3')).toEqual({ filename: 'talkgnp.exe', filefix: 'mp3' })
    expect(splitName('a\nb\tc\u0007.wav').filename).toBe('a b c')
    expect(checkSelection([file('one\u202e.mp3', 60), file('two\u202e.mp3', 60)], contextOf([], 100)).leftOut).toEqual([
      'two.mp3',
    ])
  })

  it('uses the file name without its last extension', () => {
    expect(splitName('Interview.final.WAV')).toEqual({ filename: 'Interview.final', filefix: 'wav' })
    expect(splitName('memo')).toEqual({ filename: 'memo', filefix: '' })
    expect(splitName('.mp3')).toEqual({ filename: '.mp3', filefix: '' })
  })

  it('normalizes accents, so that equal titles compare equal', () => {
    expect(splitName('cafe\u0301.mp3').filename).toBe('caf\u00e9')
  })

  it('never exceeds the maximum title length of the library', () => {
    expect(splitName(`${'x'.repeat(300)}.mp3`).filename).toHaveLength(MAX_TITLE_LENGTH)
    expect(withTimestamp('x'.repeat(MAX_TITLE_LENGTH), new Date(2026, 10, 21, 9, 5, 7))).toHaveLength(MAX_TITLE_LENGTH)
  })

  it('appends the date and time when both files are kept', () => {
    expect(withTimestamp('memo 14', new Date(2026, 10, 21, 9, 5, 7))).toBe('memo 14 2026-11-21 09-05-07')
  })

  it('stays unique within the same second', () => {
    const takenTitles = new Set(['memo 2026-11-21 09-05-07', 'memo 2026-11-21 09-05-07 (2)'])
    expect(withTimestamp('memo', new Date(2026, 10, 21, 9, 5, 7), takenTitles)).toBe('memo 2026-11-21 09-05-07 (3)')
  })
})

describe('duplicate names (B§5)', () => {
  it('flags a title that exists in the library, whatever the extension', () => {
    expect(verdictsOf([file('memo.wav'), file('other.wav')], contextOf(['memo']))).toEqual(['duplicateName', 'fine'])
  })

  it('flags the second of two equal titles in the selection', () => {
    expect(verdictsOf([file('memo.wav'), file('memo.mp3')], contextOf())).toEqual(['fine', 'duplicateName'])
  })

  it('does not reserve the title of a file that cannot be uploaded', () => {
    const selection = [file('talk.heic', 10, 'image/heic'), file('talk.mp3')]
    expect(verdictsOf(selection, contextOf())).toEqual(['notSound', 'fine'])
  })
})

describe('upload limit (B§5, B§9)', () => {
  it('is 500 MB until the server returns another value', () => expect(DEFAULT_UPLOAD_LIMIT).toBe(500 * MiB))

  it('flags a single file above the limit and accepts one of exactly that size', () => {
    expect(verdictsOf([file('a.mp3', 101), file('b.mp3', 100)], contextOf([], 100))).toEqual(['tooLarge', 'fine'])
  })

  it('drops the files that would exceed the limit, lists their names, and still accepts smaller ones', () => {
    const { checked, leftOut } = checkSelection([file('a.mp3', 60), file('b.mp3', 50), file('c.mp3', 40)], contextOf([], 100))
    expect(checked.map((each) => each.file.name)).toEqual(['a.mp3', 'c.mp3'])
    expect(leftOut).toEqual(['b.mp3'])
  })

  it('does not count files that cannot be uploaded', () => {
    const selection = [file('a.heic', 90, 'image/heic'), file('b.mp3', 1000), file('c.mp3', 100)]
    expect(verdictsOf(selection, contextOf([], 100))).toEqual(['notSound', 'tooLarge', 'fine'])
  })
})

describe('empty files', () => {
  it('flags an empty file, and reserves neither its title nor its size', () => {
    expect(verdictsOf([file('memo.mp3', 0), file('memo.wav', 100)], contextOf([], 100))).toEqual(['empty', 'fine'])
  })

  it('reports an empty file of another type as not audio', () => {
    expect(verdictsOf([file('notes.txt', 0, 'text/plain')], contextOf())).toEqual(['notSound'])
  })
})

describe('folders', () => {
  const entryAt = (path: string, type = '') => ({ path, file: file(path.split('/').at(-1)!, 10, type) })

  it('returns the audio files at any depth and counts hidden and other files', () => {
    const entries = [
      entryAt('trip/talk.mp3'),
      entryAt('trip/day 1/.DS_Store'),
      entryAt('trip/day 1/._talk.wav'),
      entryAt('trip/day 1/talk.wav'),
      entryAt('trip/.cache/old.mp3'),
      entryAt('trip/__MACOSX/talk.mp3'),
      entryAt('trip/cover.jpg', 'image/jpeg'),
      entryAt('trip/Thumbs.db'),
    ]
    const { mediaFiles, skipped } = mediaFilesIn(entries)
    expect(mediaFiles.map(({ name }) => name)).toEqual(['talk.mp3', 'talk.wav'])
    expect(skipped).toBe(6)
  })

  it.each(['.trash', 'desktop.ini', 'DESKTOP.INI', '$RECYCLE.BIN'])('hides %s', (name) => expect(isHidden(name)).toBe(true))

  it('does not hide a name that only contains a dot', () => expect(isHidden('Talk 1.2 final.mp3')).toBe(false))

  it('includes empty audio files, so that the user can find them', () => {
    const { mediaFiles } = mediaFilesIn([{ path: 'trip/a.mp3', file: file('a.mp3', 0) }])
    expect(verdictsOf(mediaFiles, contextOf())).toEqual(['empty'])
  })
})

describe('hundreds of files', () => {
  it('checks each title against all titles before it', () => {
    const files = Array.from({ length: 800 }, (_, n) => file(`Track ${n % 400}.mp3`, 10))
    const checked = verdictsOf(files, contextOf(['Track 0']))
    expect(checked.filter((verdict) => verdict === 'duplicateName')).toHaveLength(401)
    expect(checked.slice(0, 2)).toEqual(['duplicateName', 'fine'])
  })
})

describe('durations (B§5)', () => {
  it('allows one second to five hours, inclusive', () => {
    expect(durationError(seconds(1))).toBeNull()
    expect(durationError(seconds(18_000))).toBeNull()
    expect(hours(5)).toBe(seconds(18_000))
    expect(durationError(seconds(1) - 1)).toBe('tooShort')
    expect(durationError(seconds(18_000) + 1)).toBe('tooLong')
  })

  it('estimates the duration of .asr from packets of 80 bytes and 20 ms', () => {
    expect(asrDuration(80 * 50)).toBe(1000)
    expect(asrDuration(80 * 50 + 79)).toBe(1000)
    expect(asrDuration(0)).toBe(0)
  })

  it('estimates the size after transcoding: one hour is 21.6 million bytes', () => {
    expect(transcodedBytes(hours(1))).toBe(21_600_000)
  })
})

it('uses the status numbers of the specification (B§4)', () => {
  expect(Object.values(UPLOAD_STATUS).toSorted((a, b) => a - b)).toEqual([-9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4])
  expect(UPLOAD_STATUS).toMatchObject({
    pending: 0,
    uploading: 1,
    completed: 2,
    transcodingQueued: 3,
    transcoding: 4,
    uploadNetworkError: -8,
  })
})
