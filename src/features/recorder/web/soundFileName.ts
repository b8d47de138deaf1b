/** What a recording is called on a disk: without what no file system takes. */
export const soundFileName = (title: string): string => `${title.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-').trim() || 'recording'}.mp3`
