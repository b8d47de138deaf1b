import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createUploadItem } from '#test/fakes/upload/createUploadItem.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import type { UploadItem } from '../queue/uploadItem.ts'
import { useItemMessage } from './useItemMessage.ts'

function Message({ item }: { item: UploadItem }) {
  return <p>{useItemMessage()(item)}</p>
}

describe('the message of a file that cannot be read', () => {
  it.each([
    ['caf', /^This browser cannot read this format\. Convert it to MP3/],
    ['mp3', /^The file is damaged or cannot be read\./],
    ['M4A', /^The file is damaged or cannot be read\./],
  ])('advises to convert it only to another format than it has: .%s', async (filefix, expected) => {
    await loadMessages('upload')
    const item = createUploadItem({ id: 'u1', filename: 'Talk', filefix, status: 'transcodeError', reason: 'cannotRead' })
    await renderWithProviders(<Message item={item} />)
    expect(screen.getByText(expected)).toBeTruthy()
  })
})
