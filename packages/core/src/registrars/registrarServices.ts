import { Layer } from "effect"
import { RegistrarCredentials } from "./RegistrarCredentials.ts"
import { RegistrarJobs } from "./RegistrarJobs.ts"
import { RegistrarSync } from "./RegistrarSync.ts"
import { RegistrarSyncQueue } from "./RegistrarSyncQueue.ts"

/** Services of the slice. Open are its stores, the registrars, domains, jobs and sealed secrets. */
export const registrarServices = Layer.mergeAll(RegistrarCredentials.layer, RegistrarJobs).pipe(
  Layer.provideMerge(Layer.mergeAll(RegistrarSync.layer, RegistrarSyncQueue.layer))
)
