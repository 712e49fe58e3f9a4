// What is believed in a slot, before and after something is done to a memory, and what that changes.

import type { ComponentChildren, JSX } from "preact";
import { ask } from "../../core/client.ts";
import { useLater, useQuery } from "../../core/query.ts";
import {
  RevokeDocument,
  SlotDocument,
  TryRevokeDocument,
  type ClaimCardFragment,
  type ForeseenFragment,
  type SlotBeliefFragment,
  type TypedDocumentString,
} from "../../generated/graphql.ts";
import { Loading } from "../states.tsx";
import type { Done, Undo } from "./done.tsx";
import { Effect, Effects, SlotChanges } from "./effects.tsx";

export type Belief = SlotBeliefFragment;

// What of a memory says of which slot it is; `named` is whom it is about, where that is only a name.
export interface Claimed extends Pick<ClaimCardFragment, "entity" | "attribute"> {
  named?: string | null | undefined;
}

// The memory that an action is about, as it would be, and the outcome where it has one.
export interface Tried {
  outcome?: string;
  memory?: ForeseenFragment | null | undefined;
}

// What an action would do, as the service tells it: there it is done, told and undone. While
// `variables` is null it is not known yet what is asked.
export function Foreseen<Data, Variables>({
  of,
  document,
  variables,
  read,
  children,
}: {
  of: Claimed;
  document: TypedDocumentString<Data, Variables>;
  variables: Omit<Variables, "attribute"> | null;
  read: (data: Data) => Tried;
  children?: ComponentChildren;
}): JSX.Element {
  const attribute = of.attribute ?? "";
  const wanted = variables === null ? null : ({ ...variables, attribute } as unknown as Variables);
  const asked = useLater(wanted);
  const before = useQuery(SlotDocument, whose(of));
  const after = useQuery(document, asked);
  const refused = before.error ?? after.error;
  const tried = asked === null || after.data === undefined ? undefined : read(after.data);
  const typing = JSON.stringify(asked) !== JSON.stringify(wanted);
  const busy = typing || before.loading || after.loading;
  return (
    <Effects busy={busy}>
      {refused !== undefined && <Effect kind="note">{refused.message}</Effect>}
      {refused === undefined && busy && tried === undefined && (
        <li>
          <Loading rows={2} />
        </li>
      )}
      {refused === undefined && tried !== undefined && (
        <>
          <SlotChanges
            before={before.data?.entity?.timeline ?? []}
            after={tried.memory?.entity?.timeline ?? []}
          />
          {WAITS[tried.outcome ?? ""] !== undefined && (
            <Effect kind="note">{WAITS[tried.outcome ?? ""]}</Effect>
          )}
        </>
      )}
      {children}
    </Effects>
  );
}

const WAITS: Readonly<Record<string, string>> = {
  HELD: "It contradicts what is believed, and will wait for an answer under Contradictions.",
  REVIEW: "It will wait for a person's approval.",
  QUARANTINED: "It will wait for a person's approval.",
};

function whose({ entity, attribute, named }: Claimed) {
  if (!attribute) return null;
  if (entity) return { id: entity.id, attribute };
  return named ? { name: named, attribute } : null;
}

// What is believed without a memory that is taken back.
export function RevokeEffects({
  of,
  reject,
}: {
  of: Claimed & { id: string };
  reject: boolean;
}): JSX.Element {
  return (
    <Foreseen
      of={of}
      document={TryRevokeDocument}
      variables={{ id: of.id, reject }}
      read={({ revokeMemory }) => ({ memory: revokeMemory })}
    >
      <Effect kind="note">
        From now on it is as if it had not been said, with every claim of its value that the same
        belief rests on. What was believed before stays readable as known then.
      </Effect>
    </Foreseen>
  );
}

// All that is believed of an attribute of an entity; nothing of one that is not known.
export async function believed(
  entity: string | null | undefined,
  attribute: string | null | undefined,
): Promise<Belief[]> {
  if (!entity || !attribute) return [];
  const { entity: found } = await ask(SlotDocument, { id: entity, attribute });
  return found?.timeline ?? [];
}

// Take a memory back as if it had not been said; nothing is rejected by that.
export function takeBack(
  memory: string,
  word: string,
  entity: string | null | undefined,
  attribute: string | null | undefined,
): Undo {
  return {
    word,
    run: async (): Promise<Done> => {
      const before = await believed(entity, attribute);
      await ask(RevokeDocument, { id: memory, reason: "taken back at the desk", reject: false });
      const after = await believed(entity, attribute);
      return told("Taken back.", before, after, "What was taken back is said anew to count again.");
    },
  };
}

export function told(
  what: ComponentChildren,
  before: readonly Belief[],
  after: readonly Belief[],
  hint?: string,
): Done {
  return {
    told: (
      <>
        <p>{what}</p>
        <Effects label="What it has done">
          <SlotChanges before={before} after={after} />
        </Effects>
      </>
    ),
    ...(hint === undefined ? {} : { hint }),
  };
}
