import '../src/app/web/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { startWords, switchLocale } from '#app/web/i18n.ts'
import { makeQueryClient } from '#ui/queryClient.ts'
import { ToastProvider } from '#ui/Toast.tsx'
import { Chip } from '#ui/Chip.tsx'
import { FileListPane, RecentFiles } from '#features/files/web.tsx'
import { FolderSection, useMoveMenu, useFolder } from '#features/folders/web.tsx'

const q = new URLSearchParams(location.search)
const hex = (i: number) => i.toString(16).padStart(32, '0')
const now = Math.floor(Date.now() / 1000)
const names = ['Interview with Dr. Okafor', 'Budget review, third quarter', 'Stand-up, Thursday', 'Contract law, lecture 9', 'Voice memo 14', 'Call with the landlord', 'Podcast, rough cut two', 'Parents’ evening, a much longer title than the column has room for']
const total = Number(q.get('n') ?? 8)
let files = Array.from({ length: total }, (_, i) => ({ id: hex(i + 1), filename: names[i] ?? `Recording ${i}`, fullname: '', filesize: 1, filetype: 'mp3', file_md5: '', is_trash: false, filetag_id_list: i % 3 ? ['f1'] : [], scene: 101, serial_number: '', start_time: now - i * 40000, end_time: now, edit_time: now - i, edit_from: '', session_id: 0, duration: (i + 1) * 1000000, timezone: 0, version: 1, support_mul_summ: true, is_trans: i > 1, is_summary: i % 2 === 0, ori_ready: true }))
let folders = [['f1', 'Research interviews', '#4c8eff', 'folder'], ['f2', 'Weekly stand-ups', '#46cf6c', 'microphone'], ['f3', 'Lectures, autumn term of the year', '#191919', 'graduation'], ['f4', 'Podcast drafts', '#c149eb', 'folder'], ['f5', 'Black', '#191919', 'folder']].map(([id, name, color, icon]) => ({ id, name, color, icon }))
window.fetch = (async (address: string, req: RequestInit) => {
  const path = new URL(address, location.href).pathname
  const body = req.body ? JSON.parse(req.body as string) : null
  let reply: object = {}
  if (path.endsWith('/simple/web')) reply = { data_file_total: files.length, data_file_list: new URL(address, location.href).searchParams.get('limit') ? files.slice(0, 5) : files }
  else if (path.endsWith('/filetag/')) reply = { data_filetag_total: 1, data_filetag_list: folders }
  else if (path.endsWith('/trash/')) files = files.map((f) => (body.includes(f.id) ? { ...f, is_trash: !path.includes('untrash') } : f))
  else if (path.endsWith('update-tags')) files = files.map((f) => (body.file_id_list.includes(f.id) ? { ...f, filetag_id_list: [body.filetag_id] } : f))
  return new Response(JSON.stringify({ status: 0, request_id: 'r', ...reply }))
}) as typeof fetch

const chip = (id: string) => (id === hex(2) ? <Chip tone="waiting">Transcribing · 2 min</Chip> : id === hex(6) ? <Chip tone="bad">No speech found</Chip> : null)
function Page() {
  const { moveMenu, moveDialog } = useMoveMenu()
  const folder = useFolder(q.get('tag') ?? undefined)
  return (
    <div style={{ display: "flex", height: "100dvh" }}>
      {!q.has('phone') && <aside className="bg-sunken" style={{ width: 248, padding: 12, flex: "none" }}><FolderSection activeId="f1" /></aside>}
      <section style={{ width: q.has("phone") ? "100%" : 352, flex: "none" }}><FileListPane selectedId={hex(1)} tagId={q.get('tag') ?? undefined} title={folder?.name} categoryId={q.get('cat') ?? undefined} moveMenu={moveMenu} chipOf={chip} />{moveDialog}</section>
      {!q.has('phone') && <main style={{ padding: 40, flex: 1, minWidth: 0 }}><RecentFiles chipOf={chip} /></main>}
    </div>
  )
}
await startWords()
await switchLocale((q.get('lang') ?? 'en_US') as 'en_US')
if (q.get('dark')) document.documentElement.dataset['theme'] = 'dark'
const router = createRouter({ history: createMemoryHistory(), routeTree: createRootRoute({ component: Page, notFoundComponent: Page }) })
createRoot(document.getElementById('root')!).render(<CSPProvider disableStyleElements><QueryClientProvider client={makeQueryClient()}><ToastProvider><RouterProvider router={router} /></ToastProvider></QueryClientProvider></CSPProvider>)
