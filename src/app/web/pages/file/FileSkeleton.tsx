import { SummarySkeleton } from '#features/notes/web.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

/** The skeleton of the page of a recording. */
export function FileSkeleton() {
  return (
    <div className="flex h-full flex-col">
      <div className="flex-none px-10 pt-5 max-md:px-5 max-sm:px-4 max-sm:pt-3">
        <Skeleton className="h-8.5 w-72 max-w-full max-sm:h-6" />
        <Skeleton className="mt-2.5 h-3.5 w-52" />
      </div>
      <div className="mt-4 flex h-10.5 flex-none gap-5.5 border-b border-line px-10 max-md:px-5 max-sm:px-4">
        <Skeleton className="mt-3 h-4 w-20" />
        <Skeleton className="mt-3 h-4 w-20" />
      </div>
      <div className="min-h-0 flex-1 px-10 pt-5 max-md:px-5 max-sm:px-4">
        <SummarySkeleton />
      </div>
      <div className="h-21 flex-none border-t border-line bg-raised max-sm:h-18" />
    </div>
  )
}
