import { replaceEqualDeep } from '@tanstack/react-query'
import { searchTitles } from '../src/features/files/web/searchTitles.ts'
import { isOnShelf, countFiles } from '../src/features/files/rules.ts'
const mk = () => Array.from({ length: 20000 }, (_, i) => ({ id: i.toString(16).padStart(32, '0'), filename: `Recording ${i}`, fullname: '', filesize: 1, filetype: 'mp3', file_md5: '', is_trash: false, filetag_id_list: ['f1'], scene: 101, serial_number: '', start_time: i, end_time: i, edit_time: i, edit_from: '', session_id: 0, duration: i, timezone: 0, version: 1, support_mul_summ: true, is_trans: true, is_summary: false, ori_ready: true }))
const time = (n: string, f: () => unknown) => { const a = performance.now(); f(); console.log(n, Math.round(performance.now() - a)) }
const a = { data_file_list: mk() }, b = JSON.parse(JSON.stringify(a))
for (let k = 0; k < 2; k++) {
  time('share', () => replaceEqualDeep(a, b))
  time('fold+search', () => searchTitles(a.data_file_list as never, 'recording 7'))
  time('search again', () => searchTitles(a.data_file_list as never, 'recording 77'))
  time('shelf', () => a.data_file_list.filter((f) => isOnShelf(f, {})))
  time('count', () => countFiles(a.data_file_list))
  time('json', () => JSON.parse(JSON.stringify(a)))
}
