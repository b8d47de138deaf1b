/** What `earshot help` prints. */
export const HELP = `earshot: recordings into text you can check

  earshot start                 serve the app (npm start does the same)
  earshot transcribe FILE       print what is said in a file
      --language CODE           en, de, ja ...; found by listening when left out
      --format FORMAT           txt (default), md, json, srt, vtt
      --output FILE             write there instead of printing
  earshot version
  earshot help

Settings come from the environment; all are optional, and each may be read from a file by adding _FILE to its name:
  PORT (4310)  HOST (127.0.0.1)  DATA_DIR (./data)  DATABASE_URL  PUBLIC_URL  EARSHOT_MODELS
  LLM_BASE_URL  LLM_API_KEY  LLM_MODEL  ROLE (all, api, worker)  SIGN_UP (closed, invite, open)  LOG_LEVEL  SPEECH_THREADS

transcribe reads wav, mp3, ogg/opus and asr itself, and anything else through ffmpeg where it is installed.
Progress goes to stderr, the result to stdout.

Exit codes: 0 done, 64 wrong use, 65 not sound or damaged, 66 no such file, 69 something needed is missing,
70 a mistake of this program, 73 cannot write, 75 data folder or port in use, 78 wrong settings.
`
