export { ExportMyData } from './web/settings/ExportMyData.tsx'
