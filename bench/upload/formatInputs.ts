/** One input of the matrix: the name of the file and the ffmpeg arguments that create it. */
export type FormatInput = {
  readonly name: string
  readonly args: readonly string[]
  /** Adds a video stream to the audio. */
  readonly video?: boolean
}

const sound = (name: string, args: string): FormatInput => ({ name, args: args.split(' ') })
const video = (name: string, args: string): FormatInput => ({ name, args: args.split(' '), video: true })

const H264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p'
const MPEG2 = '-c:v mpeg2video -r 25'

/** 55 inputs in the formats that people record in. */
export const FORMAT_INPUTS: readonly FormatInput[] = [
  sound('pcm16.wav', '-c:a pcm_s16le'),
  sound('pcm24.wav', '-c:a pcm_s24le'),
  sound('f32.wav', '-c:a pcm_f32le'),
  sound('mulaw.wav', '-c:a pcm_mulaw -ar 8000 -ac 1'),
  sound('adpcm.wav', '-c:a adpcm_ima_wav'),
  sound('gsm.wav', '-c:a libgsm_ms -ar 8000 -ac 1'),
  sound('cbr.mp3', '-c:a libmp3lame -b:a 128k'),
  sound('vbr.mp3', '-c:a libmp3lame -q:a 4'),
  sound('layer2.mp2', '-c:a mp2 -b:a 128k'),
  sound('aac.m4a', '-c:a aac -b:a 96k'),
  sound('alac.m4a', '-c:a alac'),
  sound('adts.aac', '-c:a aac -b:a 96k'),
  sound('flac.flac', '-c:a flac'),
  sound('opus.ogg', '-c:a libopus -b:a 48k'),
  sound('opus.opus', '-c:a libopus -b:a 48k'),
  sound('vorbis.ogg', '-c:a libvorbis -q:a 3'),
  sound('speex.ogg', '-c:a libspeex -ar 16000 -ac 1'),
  sound('wavpack.wv', '-c:a wavpack'),
  sound('raw.ac3', '-c:a ac3 -b:a 128k'),
  sound('aiff.aiff', '-c:a pcm_s16be'),
  sound('au.au', '-c:a pcm_s16be'),
  sound('caf.caf', '-c:a pcm_s16le'),
  sound('nb.amr', '-c:a libopencore_amrnb -ar 8000 -ac 1 -b:a 12.2k'),
  sound('wb.amr', '-c:a libvo_amrwbenc -ar 16000 -ac 1 -b:a 23.85k'),
  sound('v2.wma', '-c:a wmav2 -b:a 128k'),
  sound('opus.webm', '-c:a libopus -b:a 48k'),
  sound('vorbis.webm', '-c:a libvorbis'),
  sound('ra144.rm', '-c:a real_144 -ar 8000 -ac 1'),
  video('ac3.rm', '-c:v rv10 -s 176x144 -c:a ac3 -b:a 128k'),
  video('rv20.rmvb', '-c:v rv20 -s 176x144 -c:a ac3 -b:a 128k -f rm'),
  video('h264.mp4', `${H264} -c:a aac`),
  video('fragmented.mp4', `${H264} -c:a aac -movflags frag_keyframe+empty_moov+default_base_moof`),
  video('opus.mp4', `${H264} -c:a libopus -strict -2`),
  video('aac.mov', `${H264} -c:a aac`),
  video('pcm.mov', `${H264} -c:a pcm_s16le`),
  video('aac.mkv', `${H264} -c:a aac`),
  video('ac3.mkv', `${H264} -c:a ac3`),
  video('aac.f4v', `${H264} -c:a aac -f f4v`),
  video('aac.flv', `${H264} -c:a aac`),
  video('mp3.flv', '-c:v flv -c:a libmp3lame -ar 44100'),
  video('aac.3gp', '-c:v h263 -s 176x144 -c:a aac'),
  video('amr.3gp', '-c:v h263 -s 176x144 -c:a libopencore_amrnb -ar 8000 -ac 1 -b:a 12.2k'),
  video('aac.ts', `${H264} -c:a aac`),
  video('mp2.ts', `${MPEG2} -c:a mp2`),
  video('ac3.m2ts', `${H264} -c:a ac3 -mpegts_m2ts_mode 1`),
  video('lpcm.m2ts', `${H264} -c:a pcm_bluray -mpegts_m2ts_mode 1`),
  video('dts.m2ts', `${H264} -c:a dca -strict -2 -b:a 768k -mpegts_m2ts_mode 1`),
  video('aac.m2ts', `${H264} -c:a aac -mpegts_m2ts_mode 1`),
  video('mp3.avi', '-c:v mpeg4 -c:a libmp3lame'),
  video('ac3.avi', '-c:v mpeg4 -c:a ac3'),
  video('mpeg4.divx', '-c:v mpeg4 -vtag DIVX -c:a libmp3lame -f avi'),
  video('wmv2.wmv', '-c:v wmv2 -c:a wmav2'),
  video('dvd.vob', '-c:v mpeg2video -r 25 -c:a ac3 -f vob'),
  sound('eac3.mp4', '-c:a eac3 -b:a 128k'),
  sound('tta.tta', '-c:a tta'),
]
