import { addWrittenNote, escapePlainText } from '#features/notes/server.ts'
import { MAX_TAB_NAME } from '#features/notes/contract.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import type { AskAnswer } from '../contract.ts'
import { withLinks } from './chatAnswer.ts'
import { readThread } from './threads.ts'

type Target = { readonly threadId: string; readonly answerId: string; readonly fileId: string }

/**
 * Saves an answer as a note of a recording that it cites. Each sentence that cites this recording ends with a link to the time.
 * Rejects with NotFound.
 */
export async function saveAsNote(
  ctx: AppContext,
  userId: string,
  { threadId, answerId, fileId }: Target,
): Promise<{ note_id: string } | { refused: 'notCited' | 'tooManyNotes' }> {
  const { answers } = await readThread(ctx, userId, threadId)
  const answer = answers.find(({ answer_id }) => answer_id === answerId)
  if (!answer) throw new NotFound()
  const isCited = answer.sentences.some(({ citations }) => citations.some(({ file_id }) => file_id === fileId))
  if (!isCited) return { refused: 'notCited' }
  const tabName = [...answer.question].slice(0, MAX_TAB_NAME).join('')
  return await addWrittenNote(ctx, { userId, fileId, tabName, markdown: toMarkdown(answer, fileId) })
}

function toMarkdown({ question, sentences }: AskAnswer, fileId: string): string {
  const lines = sentences.map((sentence) => {
    const citations = sentence.citations.filter(({ file_id }) => file_id === fileId)
    return `- ${withLinks({ ...sentence, citations })}`
  })
  return `# ${escapePlainText(question)}\n\n${lines.join('\n')}\n`
}
