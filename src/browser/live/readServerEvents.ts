export type ServerEvent = { name: string; data: string; id: string }

/** Yields the events of a `text/event-stream` body in order and skips comments (heartbeats). Ends with the body. */
export async function* readServerEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let buffer = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      buffer += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const blocks = buffer.split(/\r\n\r\n|\n\n|\r\r/)
      buffer = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parse(block)
        if (event) yield event
      }
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function parse(block: string): ServerEvent | undefined {
  const event = { name: 'message', data: [] as string[], id: '' }
  for (const line of block.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    const [, field, value] = /^([^:]+):? ?(.*)$/.exec(line) ?? []
    if (field === 'event' && value) event.name = value
    if (field === 'data') event.data.push(value ?? '')
    if (field === 'id') event.id = value ?? ''
  }
  return event.data.length > 0 ? { ...event, data: event.data.join('\n') } : undefined
}
