// The same tests as for a folder, against object stores: `KINDS` depends on the run.
import './blobs.test.ts'
