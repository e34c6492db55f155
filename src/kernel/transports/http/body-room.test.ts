import { expect, test } from "vitest";
import { createSimulatedEnv } from "../../../../test/kit/simulated-env.ts";
import type { Env } from "../../env.ts";
import { createBodyRoom } from "./body-room.ts";

const NEVER = new AbortController().signal;

/** An Env whose waits end only when their signal aborts: nobody gives up by himself. */
function patient(): Env {
  return {
    ...createSimulatedEnv("room"),
    sleep: (_ms, signal) => new Promise((resolve) => signal?.addEventListener("abort", () => resolve())),
  };
}

test("who finds no room waits in order, and enters when enough is given back", async () => {
  const room = createBodyRoom(100, 5000, patient());
  const entered: string[] = [];
  const take = (name: string, bytes: number) => room.take(bytes, NEVER).then(() => entered.push(name));
  await take("first", 60);
  const waiting = [take("large", 80), take("small", 10)];

  expect(entered).toEqual(["first"]);
  room.give(60);
  await Promise.all(waiting);

  expect([entered, room.used]).toEqual([["first", "large", "small"], 90]);
});

test("who waits too long is told when to come back, and leaves his place to those behind", async () => {
  const room = createBodyRoom(100, 5000, createSimulatedEnv("room"));
  await room.take(60, NEVER);

  await expect(room.take(80, NEVER)).rejects.toMatchObject({
    code: "overloaded",
    details: { retry_after_seconds: 5 },
  });
  await room.take(40, NEVER);

  expect(room.used).toBe(100);
});

test("who hangs up while he waits takes nothing", async () => {
  const room = createBodyRoom(100, 5000, patient());
  await room.take(60, NEVER);
  const hungUp = new AbortController();
  const gone = room.take(80, hungUp.signal);
  const behind = room.take(40, NEVER);
  hungUp.abort();

  await expect(gone).rejects.toMatchObject({ code: "cancelled" });
  await behind;
  expect(room.used).toBe(100);
});

test("a body larger than the room gets all of it, alone", async () => {
  const room = createBodyRoom(100, 5000, createSimulatedEnv("room"));
  await room.take(500, NEVER);

  await expect(room.take(1, NEVER)).rejects.toMatchObject({ code: "overloaded" });
  room.give(500);
  expect(room.used).toBe(0);
});

test("one user fills half of the room and waits for itself, and another goes past it", async () => {
  const room = createBodyRoom(100, 5000, patient());
  const entered: string[] = [];
  const take = (user: string, bytes: number) =>
    room.take(bytes, NEVER, user).then(() => entered.push(`${user} ${bytes}`));
  await take("ada", 40);
  const waiting = take("ada", 20);
  await take("bob", 50);
  expect(entered).toEqual(["ada 40", "bob 50"]);

  room.give(40, "ada");
  await waiting;
  expect([entered, room.used]).toEqual([["ada 40", "bob 50", "ada 20"], 70]);
});

test("a body larger than a user's half enters where the user holds nothing else", async () => {
  const room = createBodyRoom(100, 5000, patient());
  await room.take(80, NEVER, "ada");
  expect(room.used).toBe(80);
});
