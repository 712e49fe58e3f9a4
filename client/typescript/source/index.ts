// A client of Doxa: what is believed, since when, and who said so.

export {
  DoxaClient,
  type Belief,
  type BeliefsInput,
  type CallOptions,
  type Change,
  type ChangesInput,
  type Claim,
  type Contradiction,
  type Decision,
  type DoxaClientOptions,
  type Entity,
  type Job,
  type Memory,
  type Message,
  type QueryOptions,
  type Recall,
  type RecallInput,
  type RecallItem,
  type RememberedInput,
  type RetractionInput,
  type StoreInput,
  type SubscribeOptions,
  type TimelineInput,
  type Transport,
} from "./client.js";
export { type TypedDocument } from "./documents.js";
export { DoxaError, ERROR_CODES, type ErrorCode, type ErrorDetails } from "./errors.js";
export { Pages, type Page } from "./pages.js";
export { type SocketClass, type SocketLike } from "./socket.js";
