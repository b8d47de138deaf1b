import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { wordListContract } from '../../contract.ts'

/** The typed HTTP client of the word list. */
export const wordList = client('word-list', wordListContract, send)
