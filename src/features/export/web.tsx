export { ExportMyData } from './web/ExportMyData.tsx'
