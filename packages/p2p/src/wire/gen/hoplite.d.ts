import * as $protobuf from "protobufjs/minimal.js";

/** Namespace hoplite. */
export namespace hoplite {

    /** Namespace v1. */
    namespace v1 {

        /**
         * Properties of a Refusal.
         * @deprecated Use hoplite.v1.Refusal.$Properties instead.
         */
        interface IRefusal extends hoplite.v1.Refusal.$Properties {
        }

        /** A typed, terminal "no". Data for the runtime of the sender; never text for a model to reply to. */
        class Refusal {

            /**
             * Constructs a new Refusal.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Refusal.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** One of the reasons of docs/stop-reasons.md, spelled exactly so. */
            reason: string;

            /** A sentence for a person. */
            detail: string;

            /** The peers along which it went, the one that was not reached last (peer IDs). */
            path: string[];

            /** Milliseconds to wait before a *different* attempt is worth it; 0: none. */
            retryAfter: number;

            /**
             * Encodes the specified Refusal message. Does not implicitly {@link hoplite.v1.Refusal.verify|verify} messages.
             * @param message Refusal message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Refusal.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Refusal message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Refusal & hoplite.v1.Refusal.$Shape} Refusal
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Refusal & hoplite.v1.Refusal.$Shape;
        }

        namespace Refusal {

            /** Properties of a Refusal. */
            interface $Properties {

                /** One of the reasons of docs/stop-reasons.md, spelled exactly so. */
                reason?: (string|null|undefined);

                /** A sentence for a person. */
                detail?: (string|null|undefined);

                /** The peers along which it went, the one that was not reached last (peer IDs). */
                path?: (string[]|null|undefined);

                /** Milliseconds to wait before a *different* attempt is worth it; 0: none. */
                retryAfter?: (number|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Refusal. */
            type $Shape = hoplite.v1.Refusal.$Properties;
        }

        /**
         * Properties of a Stop.
         * @deprecated Use hoplite.v1.Stop.$Properties instead.
         */
        interface IStop extends hoplite.v1.Stop.$Properties {
        }

        /** Somewhere below, a brake stopped something. */
        class Stop {

            /**
             * Constructs a new Stop.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Stop.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Stop reason. */
            reason: string;

            /** Stop path. */
            path: string[];

            /** SHA-256 of what was to be sent and to whom, see docs/wire.md; 32 bytes, or absent. */
            briefHash: Uint8Array;

            /** The beginning of what was to be said, at most 4,096 bytes; only the first stop of a settlement carries it. */
            payload: string;

            /**
             * Encodes the specified Stop message. Does not implicitly {@link hoplite.v1.Stop.verify|verify} messages.
             * @param message Stop message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Stop.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Stop message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Stop & hoplite.v1.Stop.$Shape} Stop
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Stop & hoplite.v1.Stop.$Shape;
        }

        namespace Stop {

            /** Properties of a Stop. */
            interface $Properties {

                /** Stop reason */
                reason?: (string|null|undefined);

                /** Stop path */
                path?: (string[]|null|undefined);

                /** SHA-256 of what was to be sent and to whom, see docs/wire.md; 32 bytes, or absent. */
                briefHash?: (Uint8Array|null|undefined);

                /** The beginning of what was to be said, at most 4,096 bytes; only the first stop of a settlement carries it. */
                payload?: (string|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Stop. */
            type $Shape = hoplite.v1.Stop.$Properties;
        }

        /**
         * Properties of a Settlement.
         * @deprecated Use hoplite.v1.Settlement.$Properties instead.
         */
        interface ISettlement extends hoplite.v1.Settlement.$Properties {
        }

        /** What became of a grant, in totals so far: returned + burnt + open = granted. Final when `open` is 0. */
        class Settlement {

            /**
             * Constructs a new Settlement.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Settlement.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Settlement returned. */
            returned: number;

            /** Settlement burnt. */
            burnt: number;

            /** Settlement open. */
            open: number;

            /** The longest path of peers that the subtree took. */
            path: string[];

            /** At most eight; `stop_count` counts them all. */
            stops: hoplite.v1.Stop.$Properties[];

            /** Settlement stopCount. */
            stopCount: number;

            /**
             * Encodes the specified Settlement message. Does not implicitly {@link hoplite.v1.Settlement.verify|verify} messages.
             * @param message Settlement message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Settlement.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Settlement message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Settlement & hoplite.v1.Settlement.$Shape} Settlement
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Settlement & hoplite.v1.Settlement.$Shape;
        }

        namespace Settlement {

            /** Properties of a Settlement. */
            interface $Properties {

                /** Settlement returned */
                returned?: (number|null|undefined);

                /** Settlement burnt */
                burnt?: (number|null|undefined);

                /** Settlement open */
                open?: (number|null|undefined);

                /** The longest path of peers that the subtree took. */
                path?: (string[]|null|undefined);

                /** At most eight; `stop_count` counts them all. */
                stops?: (hoplite.v1.Stop.$Properties[]|null|undefined);

                /** Settlement stopCount */
                stopCount?: (number|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Settlement. */
            type $Shape = hoplite.v1.Settlement.$Properties;
        }

        /**
         * Properties of a Frame.
         * @deprecated Use hoplite.v1.Frame.$Properties instead.
         */
        interface IFrame extends hoplite.v1.Frame.$Properties {
        }

        /** Represents a Frame. */
        class Frame {

            /**
             * Constructs a new Frame.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Frame.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Frame request. */
            request?: (hoplite.v1.Request.$Properties|null|undefined);

            /** Frame accepted. */
            accepted?: (hoplite.v1.Accepted.$Properties|null|undefined);

            /** Frame progress. */
            progress?: (hoplite.v1.Progress.$Properties|null|undefined);

            /** Frame answer. */
            answer?: (hoplite.v1.Answer.$Properties|null|undefined);

            /** Frame refused. */
            refused?: (hoplite.v1.Refused.$Properties|null|undefined);

            /** Frame cancel. */
            cancel?: (hoplite.v1.Cancel.$Properties|null|undefined);

            /** Frame settled. */
            settled?: (hoplite.v1.Settled.$Properties|null|undefined);

            /** Not 8: the corpus has it for a kind that nobody knows. */
            notice?: (hoplite.v1.NoticeFrame.$Properties|null|undefined);

            /** Frame history. */
            history?: (hoplite.v1.History.$Properties|null|undefined);

            /** Frame posts. */
            posts?: (hoplite.v1.Posts.$Properties|null|undefined);

            /** Frame kind. */
            kind?: ("request"|"accepted"|"progress"|"answer"|"refused"|"cancel"|"settled"|"notice"|"history"|"posts");

            /**
             * Encodes the specified Frame message. Does not implicitly {@link hoplite.v1.Frame.verify|verify} messages.
             * @param message Frame message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Frame.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Frame message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Frame & hoplite.v1.Frame.$Shape} Frame
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Frame & hoplite.v1.Frame.$Shape;
        }

        namespace Frame {

            /** Properties of a Frame. */
            interface $Properties {

                /** Frame request */
                request?: (hoplite.v1.Request.$Properties|null|undefined);

                /** Frame accepted */
                accepted?: (hoplite.v1.Accepted.$Properties|null|undefined);

                /** Frame progress */
                progress?: (hoplite.v1.Progress.$Properties|null|undefined);

                /** Frame answer */
                answer?: (hoplite.v1.Answer.$Properties|null|undefined);

                /** Frame refused */
                refused?: (hoplite.v1.Refused.$Properties|null|undefined);

                /** Frame cancel */
                cancel?: (hoplite.v1.Cancel.$Properties|null|undefined);

                /** Frame settled */
                settled?: (hoplite.v1.Settled.$Properties|null|undefined);

                /** Not 8: the corpus has it for a kind that nobody knows. */
                notice?: (hoplite.v1.NoticeFrame.$Properties|null|undefined);

                /** Frame history */
                history?: (hoplite.v1.History.$Properties|null|undefined);

                /** Frame posts */
                posts?: (hoplite.v1.Posts.$Properties|null|undefined);

                /** Frame kind */
                kind?: ("request"|"accepted"|"progress"|"answer"|"refused"|"cancel"|"settled"|"notice"|"history"|"posts");

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Narrowed shape of a Frame. */
            type $Shape = {
              request?: hoplite.v1.Request.$Shape|null;
              accepted?: hoplite.v1.Accepted.$Shape|null;
              progress?: hoplite.v1.Progress.$Shape|null;
              answer?: hoplite.v1.Answer.$Shape|null;
              refused?: hoplite.v1.Refused.$Shape|null;
              cancel?: hoplite.v1.Cancel.$Shape|null;
              settled?: hoplite.v1.Settled.$Shape|null;
              notice?: hoplite.v1.NoticeFrame.$Shape|null;
              history?: hoplite.v1.History.$Shape|null;
              posts?: hoplite.v1.Posts.$Shape|null;
              $unknowns?: Uint8Array[];
            } & (
              ({ kind?: undefined; request?: null; accepted?: null; progress?: null; answer?: null; refused?: null; cancel?: null; settled?: null; notice?: null; history?: null; posts?: null }|{ kind?: "request"; request: hoplite.v1.Request.$Shape; accepted?: null; progress?: null; answer?: null; refused?: null; cancel?: null; settled?: null; notice?: null; history?: null; posts?: null }|{ kind?: "accepted"; request?: null; accepted: hoplite.v1.Accepted.$Shape; progress?: null; answer?: null; refused?: null; cancel?: null; settled?: null; notice?: null; history?: null; posts?: null }|{ kind?: "progress"; request?: null; accepted?: null; progress: hoplite.v1.Progress.$Shape; answer?: null; refused?: null; cancel?: null; settled?: null; notice?: null; history?: null; posts?: null }|{ kind?: "answer"; request?: null; accepted?: null; progress?: null; answer: hoplite.v1.Answer.$Shape; refused?: null; cancel?: null; settled?: null; notice?: null; history?: null; posts?: null }|{ kind?: "refused"; request?: null; accepted?: null; progress?: null; answer?: null; refused: hoplite.v1.Refused.$Shape; cancel?: null; settled?: null; notice?: null; history?: null; posts?: null }|{ kind?: "cancel"; request?: null; accepted?: null; progress?: null; answer?: null; refused?: null; cancel: hoplite.v1.Cancel.$Shape; settled?: null; notice?: null; history?: null; posts?: null }|{ kind?: "settled"; request?: null; accepted?: null; progress?: null; answer?: null; refused?: null; cancel?: null; settled: hoplite.v1.Settled.$Shape; notice?: null; history?: null; posts?: null }|{ kind?: "notice"; request?: null; accepted?: null; progress?: null; answer?: null; refused?: null; cancel?: null; settled?: null; notice: hoplite.v1.NoticeFrame.$Shape; history?: null; posts?: null }|{ kind?: "history"; request?: null; accepted?: null; progress?: null; answer?: null; refused?: null; cancel?: null; settled?: null; notice?: null; history: hoplite.v1.History.$Shape; posts?: null }|{ kind?: "posts"; request?: null; accepted?: null; progress?: null; answer?: null; refused?: null; cancel?: null; settled?: null; notice?: null; history?: null; posts: hoplite.v1.Posts.$Shape })
            );
        }

        /**
         * Properties of a Request.
         * @deprecated Use hoplite.v1.Request.$Properties instead.
         */
        interface IRequest extends hoplite.v1.Request.$Properties {
        }

        /** An Envelope with an obliging act. Sent again with the same id after a drop. */
        class Request {

            /**
             * Constructs a new Request.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Request.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Request id. */
            id: string;

            /** Request envelope. */
            envelope: Uint8Array;

            /**
             * Encodes the specified Request message. Does not implicitly {@link hoplite.v1.Request.verify|verify} messages.
             * @param message Request message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Request.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Request message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Request & hoplite.v1.Request.$Shape} Request
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Request & hoplite.v1.Request.$Shape;
        }

        namespace Request {

            /** Properties of a Request. */
            interface $Properties {

                /** Request id */
                id?: (string|null|undefined);

                /** Request envelope */
                envelope?: (Uint8Array|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Request. */
            type $Shape = hoplite.v1.Request.$Properties;
        }

        /**
         * Properties of an Accepted.
         * @deprecated Use hoplite.v1.Accepted.$Properties instead.
         */
        interface IAccepted extends hoplite.v1.Accepted.$Properties {
        }

        /** The request is recorded; an answer will come. */
        class Accepted {

            /**
             * Constructs a new Accepted.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Accepted.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Accepted id. */
            id: string;

            /**
             * Encodes the specified Accepted message. Does not implicitly {@link hoplite.v1.Accepted.verify|verify} messages.
             * @param message Accepted message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Accepted.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an Accepted message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Accepted & hoplite.v1.Accepted.$Shape} Accepted
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Accepted & hoplite.v1.Accepted.$Shape;
        }

        namespace Accepted {

            /** Properties of an Accepted. */
            interface $Properties {

                /** Accepted id */
                id?: (string|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of an Accepted. */
            type $Shape = hoplite.v1.Accepted.$Properties;
        }

        /**
         * Properties of a Progress.
         * @deprecated Use hoplite.v1.Progress.$Properties instead.
         */
        interface IProgress extends hoplite.v1.Progress.$Properties {
        }

        /** Represents a Progress. */
        class Progress {

            /**
             * Constructs a new Progress.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Progress.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Progress id. */
            id: string;

            /** Progress note. */
            note: string;

            /** 0 to 1, or negative when not known. */
            fraction: number;

            /** A Tick, at most 4,096 bytes: read by itself, so that one that cannot be read takes nothing else with it. */
            tick: Uint8Array;

            /**
             * Encodes the specified Progress message. Does not implicitly {@link hoplite.v1.Progress.verify|verify} messages.
             * @param message Progress message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Progress.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Progress message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Progress & hoplite.v1.Progress.$Shape} Progress
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Progress & hoplite.v1.Progress.$Shape;
        }

        namespace Progress {

            /** Properties of a Progress. */
            interface $Properties {

                /** Progress id */
                id?: (string|null|undefined);

                /** Progress note */
                note?: (string|null|undefined);

                /** 0 to 1, or negative when not known. */
                fraction?: (number|null|undefined);

                /** A Tick, at most 4,096 bytes: read by itself, so that one that cannot be read takes nothing else with it. */
                tick?: (Uint8Array|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Progress. */
            type $Shape = hoplite.v1.Progress.$Properties;
        }

        /** What a Tick's goal distance is. */
        enum Goal {

            /** GOAL_UNSPECIFIED value */
            GOAL_UNSPECIFIED = 0,

            /** As the agent says. */
            GOAL_REPORTED = 1,

            /** The obligations that are open, counted by the runtime. */
            GOAL_OBLIGATIONS = 2
        }

        /**
         * Properties of a Tick.
         * @deprecated Use hoplite.v1.Tick.$Properties instead.
         */
        interface ITick extends hoplite.v1.Tick.$Properties {
        }

        /**
         * A step that a participant of a job has made: telemetry for the monitor at the job's origin, handed on by each peer on the
         * way there. From the runtime, not the agent.
         */
        class Tick {

            /**
             * Constructs a new Tick.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Tick.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Peer ID of the participant. */
            peer: string;

            /** Milliseconds since the Unix epoch, by the participant's clock. */
            at: number;

            /** Turns of the job that can go on there; a turn that waits cannot. */
            enabledTransitions: number;

            /** Steps since its last tick. */
            fired: number;

            /** SHA-256 of the canonical state that the last step led to: 32 bytes. */
            state: Uint8Array;

            /** What is left to do; not negative. */
            goalDistance: number;

            /** Tick goal. */
            goal: hoplite.v1.Goal;

            /** Peer IDs that turns of the job wait for there; at most 16. */
            waitFor: string[];

            /**
             * Encodes the specified Tick message. Does not implicitly {@link hoplite.v1.Tick.verify|verify} messages.
             * @param message Tick message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Tick.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Tick message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Tick & hoplite.v1.Tick.$Shape} Tick
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Tick & hoplite.v1.Tick.$Shape;
        }

        namespace Tick {

            /** Properties of a Tick. */
            interface $Properties {

                /** Peer ID of the participant. */
                peer?: (string|null|undefined);

                /** Milliseconds since the Unix epoch, by the participant's clock. */
                at?: (number|null|undefined);

                /** Turns of the job that can go on there; a turn that waits cannot. */
                enabledTransitions?: (number|null|undefined);

                /** Steps since its last tick. */
                fired?: (number|null|undefined);

                /** SHA-256 of the canonical state that the last step led to: 32 bytes. */
                state?: (Uint8Array|null|undefined);

                /** What is left to do; not negative. */
                goalDistance?: (number|null|undefined);

                /** Tick goal */
                goal?: (hoplite.v1.Goal|null|undefined);

                /** Peer IDs that turns of the job wait for there; at most 16. */
                waitFor?: (string[]|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Tick. */
            type $Shape = hoplite.v1.Tick.$Properties;
        }

        /**
         * Properties of an Answer.
         * @deprecated Use hoplite.v1.Answer.$Properties instead.
         */
        interface IAnswer extends hoplite.v1.Answer.$Properties {
        }

        /** An Envelope with a terminal act: the one answer. */
        class Answer {

            /**
             * Constructs a new Answer.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Answer.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Answer id. */
            id: string;

            /** Answer envelope. */
            envelope: Uint8Array;

            /**
             * Encodes the specified Answer message. Does not implicitly {@link hoplite.v1.Answer.verify|verify} messages.
             * @param message Answer message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Answer.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an Answer message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Answer & hoplite.v1.Answer.$Shape} Answer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Answer & hoplite.v1.Answer.$Shape;
        }

        namespace Answer {

            /** Properties of an Answer. */
            interface $Properties {

                /** Answer id */
                id?: (string|null|undefined);

                /** Answer envelope */
                envelope?: (Uint8Array|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of an Answer. */
            type $Shape = hoplite.v1.Answer.$Properties;
        }

        /**
         * Properties of a Refused.
         * @deprecated Use hoplite.v1.Refused.$Properties instead.
         */
        interface IRefused extends hoplite.v1.Refused.$Properties {
        }

        /** The request was not accepted; nothing ran. */
        class Refused {

            /**
             * Constructs a new Refused.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Refused.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Refused id. */
            id: string;

            /** Refused refusal. */
            refusal?: (hoplite.v1.Refusal.$Properties|null|undefined);

            /**
             * Encodes the specified Refused message. Does not implicitly {@link hoplite.v1.Refused.verify|verify} messages.
             * @param message Refused message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Refused.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Refused message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Refused & hoplite.v1.Refused.$Shape} Refused
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Refused & hoplite.v1.Refused.$Shape;
        }

        namespace Refused {

            /** Properties of a Refused. */
            interface $Properties {

                /** Refused id */
                id?: (string|null|undefined);

                /** Refused refusal */
                refusal?: (hoplite.v1.Refusal.$Properties|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Refused. */
            type $Shape = hoplite.v1.Refused.$Properties;
        }

        /**
         * Properties of a Cancel.
         * @deprecated Use hoplite.v1.Cancel.$Properties instead.
         */
        interface ICancel extends hoplite.v1.Cancel.$Properties {
        }

        /** The sender of the request no longer wants it. */
        class Cancel {

            /**
             * Constructs a new Cancel.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Cancel.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Cancel id. */
            id: string;

            /** Cancel reason. */
            reason: string;

            /**
             * Encodes the specified Cancel message. Does not implicitly {@link hoplite.v1.Cancel.verify|verify} messages.
             * @param message Cancel message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Cancel.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Cancel message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Cancel & hoplite.v1.Cancel.$Shape} Cancel
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Cancel & hoplite.v1.Cancel.$Shape;
        }

        namespace Cancel {

            /** Properties of a Cancel. */
            interface $Properties {

                /** Cancel id */
                id?: (string|null|undefined);

                /** Cancel reason */
                reason?: (string|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Cancel. */
            type $Shape = hoplite.v1.Cancel.$Properties;
        }

        /**
         * Properties of a Settled.
         * @deprecated Use hoplite.v1.Settled.$Properties instead.
         */
        interface ISettled extends hoplite.v1.Settled.$Properties {
        }

        /** What became of credit that was still open when the answer was sent. From the answering peer, after its answer. */
        class Settled {

            /**
             * Constructs a new Settled.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Settled.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Settled id. */
            id: string;

            /** Settled settlement. */
            settlement?: (hoplite.v1.Settlement.$Properties|null|undefined);

            /**
             * Encodes the specified Settled message. Does not implicitly {@link hoplite.v1.Settled.verify|verify} messages.
             * @param message Settled message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Settled.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Settled message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Settled & hoplite.v1.Settled.$Shape} Settled
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Settled & hoplite.v1.Settled.$Shape;
        }

        namespace Settled {

            /** Properties of a Settled. */
            interface $Properties {

                /** Settled id */
                id?: (string|null|undefined);

                /** Settled settlement */
                settlement?: (hoplite.v1.Settlement.$Properties|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Settled. */
            type $Shape = hoplite.v1.Settled.$Properties;
        }

        /**
         * Properties of a NoticeFrame.
         * @deprecated Use hoplite.v1.NoticeFrame.$Properties instead.
         */
        interface INoticeFrame extends hoplite.v1.NoticeFrame.$Properties {
        }

        /** A SignedNotice, on /hoplite/task/1 only. From either side; it belongs to no request. */
        class NoticeFrame {

            /**
             * Constructs a new NoticeFrame.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.NoticeFrame.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** NoticeFrame notice. */
            notice: Uint8Array;

            /**
             * Encodes the specified NoticeFrame message. Does not implicitly {@link hoplite.v1.NoticeFrame.verify|verify} messages.
             * @param message NoticeFrame message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.NoticeFrame.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a NoticeFrame message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.NoticeFrame & hoplite.v1.NoticeFrame.$Shape} NoticeFrame
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.NoticeFrame & hoplite.v1.NoticeFrame.$Shape;
        }

        namespace NoticeFrame {

            /** Properties of a NoticeFrame. */
            interface $Properties {

                /** NoticeFrame notice */
                notice?: (Uint8Array|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a NoticeFrame. */
            type $Shape = hoplite.v1.NoticeFrame.$Properties;
        }

        /**
         * Properties of a History.
         * @deprecated Use hoplite.v1.History.$Properties instead.
         */
        interface IHistory extends hoplite.v1.History.$Properties {
        }

        /** Asks for posts of a room, on /hoplite/room/1 only: the newest that are stamped at or after `since`, at most `limit`. */
        class History {

            /**
             * Constructs a new History.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.History.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** History id. */
            id: string;

            /** History room. */
            room: string;

            /** Milliseconds since the Unix epoch. */
            since: number;

            /** 1 to 256; of more, 256. */
            limit: number;

            /**
             * Encodes the specified History message. Does not implicitly {@link hoplite.v1.History.verify|verify} messages.
             * @param message History message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.History.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a History message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.History & hoplite.v1.History.$Shape} History
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.History & hoplite.v1.History.$Shape;
        }

        namespace History {

            /** Properties of a History. */
            interface $Properties {

                /** History id */
                id?: (string|null|undefined);

                /** History room */
                room?: (string|null|undefined);

                /** Milliseconds since the Unix epoch. */
                since?: (number|null|undefined);

                /** 1 to 256; of more, 256. */
                limit?: (number|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a History. */
            type $Shape = hoplite.v1.History.$Properties;
        }

        /**
         * Properties of a Posts.
         * @deprecated Use hoplite.v1.Posts.$Properties instead.
         */
        interface IPosts extends hoplite.v1.Posts.$Properties {
        }

        /** The answer to `history`: envelopes as they were received, oldest first. What does not fit is left out, oldest first. */
        class Posts {

            /**
             * Constructs a new Posts.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Posts.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Posts id. */
            id: string;

            /** Posts envelopes. */
            envelopes: Uint8Array[];

            /**
             * Encodes the specified Posts message. Does not implicitly {@link hoplite.v1.Posts.verify|verify} messages.
             * @param message Posts message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Posts.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Posts message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Posts & hoplite.v1.Posts.$Shape} Posts
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Posts & hoplite.v1.Posts.$Shape;
        }

        namespace Posts {

            /** Properties of a Posts. */
            interface $Properties {

                /** Posts id */
                id?: (string|null|undefined);

                /** Posts envelopes */
                envelopes?: (Uint8Array[]|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Posts. */
            type $Shape = hoplite.v1.Posts.$Properties;
        }

        /**
         * Properties of an AgentCard.
         * @deprecated Use hoplite.v1.AgentCard.$Properties instead.
         */
        interface IAgentCard extends hoplite.v1.AgentCard.$Properties {
        }

        /** Represents an AgentCard. */
        class AgentCard {

            /**
             * Constructs a new AgentCard.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.AgentCard.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** A label for people; the peer ID is the identity. */
            name: string;

            /** AgentCard description. */
            description: string;

            /** AgentCard skills. */
            skills: hoplite.v1.Skill.$Properties[];

            /** AgentCard version. */
            version: string;

            /**
             * Encodes the specified AgentCard message. Does not implicitly {@link hoplite.v1.AgentCard.verify|verify} messages.
             * @param message AgentCard message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.AgentCard.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an AgentCard message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.AgentCard & hoplite.v1.AgentCard.$Shape} AgentCard
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.AgentCard & hoplite.v1.AgentCard.$Shape;
        }

        namespace AgentCard {

            /** Properties of an AgentCard. */
            interface $Properties {

                /** A label for people; the peer ID is the identity. */
                name?: (string|null|undefined);

                /** AgentCard description */
                description?: (string|null|undefined);

                /** AgentCard skills */
                skills?: (hoplite.v1.Skill.$Properties[]|null|undefined);

                /** AgentCard version */
                version?: (string|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of an AgentCard. */
            type $Shape = hoplite.v1.AgentCard.$Properties;
        }

        /**
         * Properties of a Skill.
         * @deprecated Use hoplite.v1.Skill.$Properties instead.
         */
        interface ISkill extends hoplite.v1.Skill.$Properties {
        }

        /** Represents a Skill. */
        class Skill {

            /**
             * Constructs a new Skill.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Skill.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Skill name. */
            name: string;

            /** Skill description. */
            description: string;

            /**
             * Encodes the specified Skill message. Does not implicitly {@link hoplite.v1.Skill.verify|verify} messages.
             * @param message Skill message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Skill.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Skill message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Skill & hoplite.v1.Skill.$Shape} Skill
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Skill & hoplite.v1.Skill.$Shape;
        }

        namespace Skill {

            /** Properties of a Skill. */
            interface $Properties {

                /** Skill name */
                name?: (string|null|undefined);

                /** Skill description */
                description?: (string|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Skill. */
            type $Shape = hoplite.v1.Skill.$Properties;
        }

        /**
         * Properties of an Introduction.
         * @deprecated Use hoplite.v1.Introduction.$Properties instead.
         */
        interface IIntroduction extends hoplite.v1.Introduction.$Properties {
        }

        /** A member that the sender is connected to, and where it listens. */
        class Introduction {

            /**
             * Constructs a new Introduction.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Introduction.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Introduction peer. */
            peer: string;

            /** Introduction addresses. */
            addresses: string[];

            /**
             * Encodes the specified Introduction message. Does not implicitly {@link hoplite.v1.Introduction.verify|verify} messages.
             * @param message Introduction message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Introduction.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an Introduction message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Introduction & hoplite.v1.Introduction.$Shape} Introduction
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Introduction & hoplite.v1.Introduction.$Shape;
        }

        namespace Introduction {

            /** Properties of an Introduction. */
            interface $Properties {

                /** Introduction peer */
                peer?: (string|null|undefined);

                /** Introduction addresses */
                addresses?: (string[]|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of an Introduction. */
            type $Shape = hoplite.v1.Introduction.$Properties;
        }

        /**
         * Properties of a Hello.
         * @deprecated Use hoplite.v1.Hello.$Properties instead.
         */
        interface IHello extends hoplite.v1.Hello.$Properties {
        }

        /** Represents a Hello. */
        class Hello {

            /**
             * Constructs a new Hello.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Hello.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Hello opening. */
            opening?: (hoplite.v1.Opening.$Properties|null|undefined);

            /** Hello response. */
            response?: (hoplite.v1.Response.$Properties|null|undefined);

            /** Hello confirmation. */
            confirmation?: (hoplite.v1.Confirmation.$Properties|null|undefined);

            /** Hello welcome. */
            welcome?: (hoplite.v1.Welcome.$Properties|null|undefined);

            /** Hello ready. */
            ready?: (hoplite.v1.Ready.$Properties|null|undefined);

            /** Hello farewell. */
            farewell?: (hoplite.v1.Farewell.$Properties|null|undefined);

            /** Hello kind. */
            kind?: ("opening"|"response"|"confirmation"|"welcome"|"ready"|"farewell");

            /**
             * Encodes the specified Hello message. Does not implicitly {@link hoplite.v1.Hello.verify|verify} messages.
             * @param message Hello message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Hello.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Hello message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Hello & hoplite.v1.Hello.$Shape} Hello
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Hello & hoplite.v1.Hello.$Shape;
        }

        namespace Hello {

            /** Properties of a Hello. */
            interface $Properties {

                /** Hello opening */
                opening?: (hoplite.v1.Opening.$Properties|null|undefined);

                /** Hello response */
                response?: (hoplite.v1.Response.$Properties|null|undefined);

                /** Hello confirmation */
                confirmation?: (hoplite.v1.Confirmation.$Properties|null|undefined);

                /** Hello welcome */
                welcome?: (hoplite.v1.Welcome.$Properties|null|undefined);

                /** Hello ready */
                ready?: (hoplite.v1.Ready.$Properties|null|undefined);

                /** Hello farewell */
                farewell?: (hoplite.v1.Farewell.$Properties|null|undefined);

                /** Hello kind */
                kind?: ("opening"|"response"|"confirmation"|"welcome"|"ready"|"farewell");

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Narrowed shape of a Hello. */
            type $Shape = {
              opening?: hoplite.v1.Opening.$Shape|null;
              response?: hoplite.v1.Response.$Shape|null;
              confirmation?: hoplite.v1.Confirmation.$Shape|null;
              welcome?: hoplite.v1.Welcome.$Shape|null;
              ready?: hoplite.v1.Ready.$Shape|null;
              farewell?: hoplite.v1.Farewell.$Shape|null;
              $unknowns?: Uint8Array[];
            } & (
              ({ kind?: undefined; opening?: null; response?: null; confirmation?: null; welcome?: null; ready?: null; farewell?: null }|{ kind?: "opening"; opening: hoplite.v1.Opening.$Shape; response?: null; confirmation?: null; welcome?: null; ready?: null; farewell?: null }|{ kind?: "response"; opening?: null; response: hoplite.v1.Response.$Shape; confirmation?: null; welcome?: null; ready?: null; farewell?: null }|{ kind?: "confirmation"; opening?: null; response?: null; confirmation: hoplite.v1.Confirmation.$Shape; welcome?: null; ready?: null; farewell?: null }|{ kind?: "welcome"; opening?: null; response?: null; confirmation?: null; welcome: hoplite.v1.Welcome.$Shape; ready?: null; farewell?: null }|{ kind?: "ready"; opening?: null; response?: null; confirmation?: null; welcome?: null; ready: hoplite.v1.Ready.$Shape; farewell?: null }|{ kind?: "farewell"; opening?: null; response?: null; confirmation?: null; welcome?: null; ready?: null; farewell: hoplite.v1.Farewell.$Shape })
            );
        }

        /**
         * Properties of an Opening.
         * @deprecated Use hoplite.v1.Opening.$Properties instead.
         */
        interface IOpening extends hoplite.v1.Opening.$Properties {
        }

        /** 1. Dialler: a fresh nonce of 32 bytes and the protocol versions it speaks. */
        class Opening {

            /**
             * Constructs a new Opening.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Opening.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Opening nonce. */
            nonce: Uint8Array;

            /** Opening versions. */
            versions: number[];

            /**
             * Encodes the specified Opening message. Does not implicitly {@link hoplite.v1.Opening.verify|verify} messages.
             * @param message Opening message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Opening.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an Opening message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Opening & hoplite.v1.Opening.$Shape} Opening
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Opening & hoplite.v1.Opening.$Shape;
        }

        namespace Opening {

            /** Properties of an Opening. */
            interface $Properties {

                /** Opening nonce */
                nonce?: (Uint8Array|null|undefined);

                /** Opening versions */
                versions?: (number[]|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of an Opening. */
            type $Shape = hoplite.v1.Opening.$Properties;
        }

        /**
         * Properties of a Response.
         * @deprecated Use hoplite.v1.Response.$Properties instead.
         */
        interface IResponse extends hoplite.v1.Response.$Properties {
        }

        /** 2. Listener: its own nonce, the version chosen, and its proof. */
        class Response {

            /**
             * Constructs a new Response.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Response.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Response nonce. */
            nonce: Uint8Array;

            /** Response version. */
            version: number;

            /** Response proof. */
            proof: Uint8Array;

            /**
             * Encodes the specified Response message. Does not implicitly {@link hoplite.v1.Response.verify|verify} messages.
             * @param message Response message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Response.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Response message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Response & hoplite.v1.Response.$Shape} Response
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Response & hoplite.v1.Response.$Shape;
        }

        namespace Response {

            /** Properties of a Response. */
            interface $Properties {

                /** Response nonce */
                nonce?: (Uint8Array|null|undefined);

                /** Response version */
                version?: (number|null|undefined);

                /** Response proof */
                proof?: (Uint8Array|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Response. */
            type $Shape = hoplite.v1.Response.$Properties;
        }

        /**
         * Properties of a Confirmation.
         * @deprecated Use hoplite.v1.Confirmation.$Properties instead.
         */
        interface IConfirmation extends hoplite.v1.Confirmation.$Properties {
        }

        /** 3. Dialler: its proof. Only now, when each side knows the other for a member, do cards and addresses follow. */
        class Confirmation {

            /**
             * Constructs a new Confirmation.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Confirmation.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Confirmation proof. */
            proof: Uint8Array;

            /** Confirmation card. */
            card?: (hoplite.v1.AgentCard.$Properties|null|undefined);

            /** Confirmation addresses. */
            addresses: string[];

            /**
             * Encodes the specified Confirmation message. Does not implicitly {@link hoplite.v1.Confirmation.verify|verify} messages.
             * @param message Confirmation message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Confirmation.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Confirmation message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Confirmation & hoplite.v1.Confirmation.$Shape} Confirmation
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Confirmation & hoplite.v1.Confirmation.$Shape;
        }

        namespace Confirmation {

            /** Properties of a Confirmation. */
            interface $Properties {

                /** Confirmation proof */
                proof?: (Uint8Array|null|undefined);

                /** Confirmation card */
                card?: (hoplite.v1.AgentCard.$Properties|null|undefined);

                /** Confirmation addresses */
                addresses?: (string[]|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Confirmation. */
            type $Shape = hoplite.v1.Confirmation.$Properties;
        }

        /**
         * Properties of a Welcome.
         * @deprecated Use hoplite.v1.Welcome.$Properties instead.
         */
        interface IWelcome extends hoplite.v1.Welcome.$Properties {
        }

        /** 4. Listener: it has accepted; its card, and whom else it knows. */
        class Welcome {

            /**
             * Constructs a new Welcome.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Welcome.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Welcome card. */
            card?: (hoplite.v1.AgentCard.$Properties|null|undefined);

            /** Welcome introductions. */
            introductions: hoplite.v1.Introduction.$Properties[];

            /**
             * Encodes the specified Welcome message. Does not implicitly {@link hoplite.v1.Welcome.verify|verify} messages.
             * @param message Welcome message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Welcome.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Welcome message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Welcome & hoplite.v1.Welcome.$Shape} Welcome
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Welcome & hoplite.v1.Welcome.$Shape;
        }

        namespace Welcome {

            /** Properties of a Welcome. */
            interface $Properties {

                /** Welcome card */
                card?: (hoplite.v1.AgentCard.$Properties|null|undefined);

                /** Welcome introductions */
                introductions?: (hoplite.v1.Introduction.$Properties[]|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Welcome. */
            type $Shape = hoplite.v1.Welcome.$Properties;
        }

        /**
         * Properties of a Ready.
         * @deprecated Use hoplite.v1.Ready.$Properties instead.
         */
        interface IReady extends hoplite.v1.Ready.$Properties {
        }

        /** 5. Dialler: it has accepted too; both sides may open other streams. */
        class Ready {

            /**
             * Constructs a new Ready.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Ready.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Ready introductions. */
            introductions: hoplite.v1.Introduction.$Properties[];

            /**
             * Encodes the specified Ready message. Does not implicitly {@link hoplite.v1.Ready.verify|verify} messages.
             * @param message Ready message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Ready.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Ready message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Ready & hoplite.v1.Ready.$Shape} Ready
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Ready & hoplite.v1.Ready.$Shape;
        }

        namespace Ready {

            /** Properties of a Ready. */
            interface $Properties {

                /** Ready introductions */
                introductions?: (hoplite.v1.Introduction.$Properties[]|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Ready. */
            type $Shape = hoplite.v1.Ready.$Properties;
        }

        /**
         * Properties of a Farewell.
         * @deprecated Use hoplite.v1.Farewell.$Properties instead.
         */
        interface IFarewell extends hoplite.v1.Farewell.$Properties {
        }

        /** Instead of any of these: why not. */
        class Farewell {

            /**
             * Constructs a new Farewell.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Farewell.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Farewell reason. */
            reason: string;

            /**
             * Encodes the specified Farewell message. Does not implicitly {@link hoplite.v1.Farewell.verify|verify} messages.
             * @param message Farewell message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Farewell.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Farewell message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Farewell & hoplite.v1.Farewell.$Shape} Farewell
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Farewell & hoplite.v1.Farewell.$Shape;
        }

        namespace Farewell {

            /** Properties of a Farewell. */
            interface $Properties {

                /** Farewell reason */
                reason?: (string|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Farewell. */
            type $Shape = hoplite.v1.Farewell.$Properties;
        }

        /** What kind of speech a message is. The first three oblige the receiver to answer; the rest are terminal. */
        enum Act {

            /** ACT_UNSPECIFIED value */
            ACT_UNSPECIFIED = 0,

            /** ACT_REQUEST value */
            ACT_REQUEST = 1,

            /** ACT_QUERY value */
            ACT_QUERY = 2,

            /** ACT_PROPOSE value */
            ACT_PROPOSE = 3,

            /** ACT_INFORM value */
            ACT_INFORM = 4,

            /** ACT_AGREE value */
            ACT_AGREE = 5,

            /** ACT_REFUSE value */
            ACT_REFUSE = 6,

            /** ACT_DONE value */
            ACT_DONE = 7
        }

        /**
         * Properties of a JobHeader.
         * @deprecated Use hoplite.v1.JobHeader.$Properties instead.
         */
        interface IJobHeader extends hoplite.v1.JobHeader.$Properties {
        }

        /** Minted once, at the origin, and never changed: every signature of the chain covers these bytes. */
        class JobHeader {

            /**
             * Constructs a new JobHeader.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.JobHeader.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** JobHeader jobId. */
            jobId: string;

            /** Hops the job may take; a receiver uses the smaller of this and its own limit. */
            maxDepth: number;

            /** Turns the job may cause in all. */
            credit: number;

            /** Milliseconds since the Unix epoch (double: exact to the millisecond, no 64-bit integers on the wire). */
            issuedAt: number;

            /** JobHeader expiresAt. */
            expiresAt: number;

            /** How often a person has released the job after it was stopped; absent: 0. */
            epoch: number;

            /**
             * Encodes the specified JobHeader message. Does not implicitly {@link hoplite.v1.JobHeader.verify|verify} messages.
             * @param message JobHeader message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.JobHeader.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a JobHeader message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.JobHeader & hoplite.v1.JobHeader.$Shape} JobHeader
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.JobHeader & hoplite.v1.JobHeader.$Shape;
        }

        namespace JobHeader {

            /** Properties of a JobHeader. */
            interface $Properties {

                /** JobHeader jobId */
                jobId?: (string|null|undefined);

                /** Hops the job may take; a receiver uses the smaller of this and its own limit. */
                maxDepth?: (number|null|undefined);

                /** Turns the job may cause in all. */
                credit?: (number|null|undefined);

                /** Milliseconds since the Unix epoch (double: exact to the millisecond, no 64-bit integers on the wire). */
                issuedAt?: (number|null|undefined);

                /** JobHeader expiresAt */
                expiresAt?: (number|null|undefined);

                /** How often a person has released the job after it was stopped; absent: 0. */
                epoch?: (number|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a JobHeader. */
            type $Shape = hoplite.v1.JobHeader.$Properties;
        }

        /**
         * Properties of a Link.
         * @deprecated Use hoplite.v1.Link.$Properties instead.
         */
        interface ILink extends hoplite.v1.Link.$Properties {
        }

        /** One hop. Encoded, signed, and carried as the bytes of SignedLink.link. */
        class Link {

            /**
             * Constructs a new Link.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Link.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Peer ID of the sender (base58btc text form). */
            from: string;

            /** Peer ID of the receiver, or a room topic (starts with "/hoplite/room/1/"). */
            to: string;

            /** Turns that the subtree of this message may cause; 0 on a terminal act. */
            credit: number;

            /** Unique per sender. */
            messageId: string;

            /** Link act. */
            act: hoplite.v1.Act;

            /** SHA-256 over "hoplite/1/body/" + channel + 0x00 + the body's bytes. */
            bodyHash: Uint8Array;

            /** When the sender stamped it, milliseconds since the Unix epoch. */
            at: number;

            /**
             * Encodes the specified Link message. Does not implicitly {@link hoplite.v1.Link.verify|verify} messages.
             * @param message Link message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Link.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Link message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Link & hoplite.v1.Link.$Shape} Link
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Link & hoplite.v1.Link.$Shape;
        }

        namespace Link {

            /** Properties of a Link. */
            interface $Properties {

                /** Peer ID of the sender (base58btc text form). */
                from?: (string|null|undefined);

                /** Peer ID of the receiver, or a room topic (starts with "/hoplite/room/1/"). */
                to?: (string|null|undefined);

                /** Turns that the subtree of this message may cause; 0 on a terminal act. */
                credit?: (number|null|undefined);

                /** Unique per sender. */
                messageId?: (string|null|undefined);

                /** Link act */
                act?: (hoplite.v1.Act|null|undefined);

                /** SHA-256 over "hoplite/1/body/" + channel + 0x00 + the body's bytes. */
                bodyHash?: (Uint8Array|null|undefined);

                /** When the sender stamped it, milliseconds since the Unix epoch. */
                at?: (number|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Link. */
            type $Shape = hoplite.v1.Link.$Properties;
        }

        /**
         * Properties of a SignedLink.
         * @deprecated Use hoplite.v1.SignedLink.$Properties instead.
         */
        interface ISignedLink extends hoplite.v1.SignedLink.$Properties {
        }

        /** Represents a SignedLink. */
        class SignedLink {

            /**
             * Constructs a new SignedLink.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.SignedLink.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** SignedLink link. */
            link: Uint8Array;

            /** Ed25519 by `from`; see docs/wire.md for the signed bytes. */
            signature: Uint8Array;

            /**
             * Encodes the specified SignedLink message. Does not implicitly {@link hoplite.v1.SignedLink.verify|verify} messages.
             * @param message SignedLink message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.SignedLink.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a SignedLink message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.SignedLink & hoplite.v1.SignedLink.$Shape} SignedLink
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.SignedLink & hoplite.v1.SignedLink.$Shape;
        }

        namespace SignedLink {

            /** Properties of a SignedLink. */
            interface $Properties {

                /** SignedLink link */
                link?: (Uint8Array|null|undefined);

                /** Ed25519 by `from`; see docs/wire.md for the signed bytes. */
                signature?: (Uint8Array|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a SignedLink. */
            type $Shape = hoplite.v1.SignedLink.$Properties;
        }

        /**
         * Properties of a Lineage.
         * @deprecated Use hoplite.v1.Lineage.$Properties instead.
         */
        interface ILineage extends hoplite.v1.Lineage.$Properties {
        }

        /** Represents a Lineage. */
        class Lineage {

            /**
             * Constructs a new Lineage.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Lineage.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Lineage job. */
            job: Uint8Array;

            /** Never empty on the wire. Depth is the number of links, the chain of peers their `from`s. */
            links: hoplite.v1.SignedLink.$Properties[];

            /**
             * Encodes the specified Lineage message. Does not implicitly {@link hoplite.v1.Lineage.verify|verify} messages.
             * @param message Lineage message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Lineage.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Lineage message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Lineage & hoplite.v1.Lineage.$Shape} Lineage
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Lineage & hoplite.v1.Lineage.$Shape;
        }

        namespace Lineage {

            /** Properties of a Lineage. */
            interface $Properties {

                /** Lineage job */
                job?: (Uint8Array|null|undefined);

                /** Never empty on the wire. Depth is the number of links, the chain of peers their `from`s. */
                links?: (hoplite.v1.SignedLink.$Properties[]|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Lineage. */
            type $Shape = hoplite.v1.Lineage.$Properties;
        }

        /**
         * Properties of an Envelope.
         * @deprecated Use hoplite.v1.Envelope.$Properties instead.
         */
        interface IEnvelope extends hoplite.v1.Envelope.$Properties {
        }

        /** What every channel carries. */
        class Envelope {

            /**
             * Constructs a new Envelope.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Envelope.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Envelope lineage. */
            lineage?: (hoplite.v1.Lineage.$Properties|null|undefined);

            /** A TaskBody, SessionBody or RoomBody, as the channel says; its hash is in the last link. */
            body: Uint8Array;

            /**
             * Encodes the specified Envelope message. Does not implicitly {@link hoplite.v1.Envelope.verify|verify} messages.
             * @param message Envelope message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Envelope.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an Envelope message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Envelope & hoplite.v1.Envelope.$Shape} Envelope
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Envelope & hoplite.v1.Envelope.$Shape;
        }

        namespace Envelope {

            /** Properties of an Envelope. */
            interface $Properties {

                /** Envelope lineage */
                lineage?: (hoplite.v1.Lineage.$Properties|null|undefined);

                /** A TaskBody, SessionBody or RoomBody, as the channel says; its hash is in the last link. */
                body?: (Uint8Array|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of an Envelope. */
            type $Shape = hoplite.v1.Envelope.$Properties;
        }

        /**
         * Properties of a SignedNotice.
         * @deprecated Use hoplite.v1.SignedNotice.$Properties instead.
         */
        interface ISignedNotice extends hoplite.v1.SignedNotice.$Properties {
        }

        /** At most 32 KiB. `notice` is opaque bytes that are passed on exactly as they were received. */
        class SignedNotice {

            /**
             * Constructs a new SignedNotice.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.SignedNotice.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** SignedNotice notice. */
            notice: Uint8Array;

            /** Ed25519 by the author over "hoplite/1/notice" + 0x00 + `notice`. */
            signature: Uint8Array;

            /**
             * Encodes the specified SignedNotice message. Does not implicitly {@link hoplite.v1.SignedNotice.verify|verify} messages.
             * @param message SignedNotice message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.SignedNotice.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a SignedNotice message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.SignedNotice & hoplite.v1.SignedNotice.$Shape} SignedNotice
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.SignedNotice & hoplite.v1.SignedNotice.$Shape;
        }

        namespace SignedNotice {

            /** Properties of a SignedNotice. */
            interface $Properties {

                /** SignedNotice notice */
                notice?: (Uint8Array|null|undefined);

                /** Ed25519 by the author over "hoplite/1/notice" + 0x00 + `notice`. */
                signature?: (Uint8Array|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a SignedNotice. */
            type $Shape = hoplite.v1.SignedNotice.$Properties;
        }

        /**
         * Properties of a Notice.
         * @deprecated Use hoplite.v1.Notice.$Properties instead.
         */
        interface INotice extends hoplite.v1.Notice.$Properties {
        }

        /** Represents a Notice. */
        class Notice {

            /**
             * Constructs a new Notice.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Notice.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Peer ID of the author. */
            from: string;

            /** Unique per author. */
            id: string;

            /** When the author stamped it, and until when it counts; milliseconds since the Unix epoch. */
            at: number;

            /** Notice until. */
            until: number;

            /** Notice freeze. */
            freeze?: (hoplite.v1.Freeze.$Properties|null|undefined);

            /** Notice halt. */
            halt?: (hoplite.v1.Halt.$Properties|null|undefined);

            /** Notice resume. */
            resume?: (hoplite.v1.Halt.$Properties|null|undefined);

            /** Notice escalation. */
            escalation?: (hoplite.v1.Escalation.$Properties|null|undefined);

            /** Notice receipt. */
            receipt?: (hoplite.v1.Receipt.$Properties|null|undefined);

            /** Notice beat. */
            beat?: (hoplite.v1.Beat.$Properties|null|undefined);

            /** Notice probe. */
            probe?: (hoplite.v1.Probe.$Properties|null|undefined);

            /** Notice stall. */
            stall?: (hoplite.v1.Stall.$Properties|null|undefined);

            /** A kind that a later version brings is passed on and otherwise passed over. */
            content?: ("freeze"|"halt"|"resume"|"escalation"|"receipt"|"beat"|"probe"|"stall");

            /**
             * Encodes the specified Notice message. Does not implicitly {@link hoplite.v1.Notice.verify|verify} messages.
             * @param message Notice message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Notice.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Notice message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Notice & hoplite.v1.Notice.$Shape} Notice
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Notice & hoplite.v1.Notice.$Shape;
        }

        namespace Notice {

            /** Properties of a Notice. */
            interface $Properties {

                /** Peer ID of the author. */
                from?: (string|null|undefined);

                /** Unique per author. */
                id?: (string|null|undefined);

                /** When the author stamped it, and until when it counts; milliseconds since the Unix epoch. */
                at?: (number|null|undefined);

                /** Notice until */
                until?: (number|null|undefined);

                /** Notice freeze */
                freeze?: (hoplite.v1.Freeze.$Properties|null|undefined);

                /** Notice halt */
                halt?: (hoplite.v1.Halt.$Properties|null|undefined);

                /** Notice resume */
                resume?: (hoplite.v1.Halt.$Properties|null|undefined);

                /** Notice escalation */
                escalation?: (hoplite.v1.Escalation.$Properties|null|undefined);

                /** Notice receipt */
                receipt?: (hoplite.v1.Receipt.$Properties|null|undefined);

                /** Notice beat */
                beat?: (hoplite.v1.Beat.$Properties|null|undefined);

                /** Notice probe */
                probe?: (hoplite.v1.Probe.$Properties|null|undefined);

                /** Notice stall */
                stall?: (hoplite.v1.Stall.$Properties|null|undefined);

                /** A kind that a later version brings is passed on and otherwise passed over. */
                content?: ("freeze"|"halt"|"resume"|"escalation"|"receipt"|"beat"|"probe"|"stall");

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Narrowed shape of a Notice. */
            type $Shape = {
              from?: string|null;
              id?: string|null;
              at?: number|null;
              until?: number|null;
              freeze?: hoplite.v1.Freeze.$Shape|null;
              halt?: hoplite.v1.Halt.$Shape|null;
              resume?: hoplite.v1.Halt.$Shape|null;
              escalation?: hoplite.v1.Escalation.$Shape|null;
              receipt?: hoplite.v1.Receipt.$Shape|null;
              beat?: hoplite.v1.Beat.$Shape|null;
              probe?: hoplite.v1.Probe.$Shape|null;
              stall?: hoplite.v1.Stall.$Shape|null;
              $unknowns?: Uint8Array[];
            } & (
              ({ content?: undefined; freeze?: null; halt?: null; resume?: null; escalation?: null; receipt?: null; beat?: null; probe?: null; stall?: null }|{ content?: "freeze"; freeze: hoplite.v1.Freeze.$Shape; halt?: null; resume?: null; escalation?: null; receipt?: null; beat?: null; probe?: null; stall?: null }|{ content?: "halt"; freeze?: null; halt: hoplite.v1.Halt.$Shape; resume?: null; escalation?: null; receipt?: null; beat?: null; probe?: null; stall?: null }|{ content?: "resume"; freeze?: null; halt?: null; resume: hoplite.v1.Halt.$Shape; escalation?: null; receipt?: null; beat?: null; probe?: null; stall?: null }|{ content?: "escalation"; freeze?: null; halt?: null; resume?: null; escalation: hoplite.v1.Escalation.$Shape; receipt?: null; beat?: null; probe?: null; stall?: null }|{ content?: "receipt"; freeze?: null; halt?: null; resume?: null; escalation?: null; receipt: hoplite.v1.Receipt.$Shape; beat?: null; probe?: null; stall?: null }|{ content?: "beat"; freeze?: null; halt?: null; resume?: null; escalation?: null; receipt?: null; beat: hoplite.v1.Beat.$Shape; probe?: null; stall?: null }|{ content?: "probe"; freeze?: null; halt?: null; resume?: null; escalation?: null; receipt?: null; beat?: null; probe: hoplite.v1.Probe.$Shape; stall?: null }|{ content?: "stall"; freeze?: null; halt?: null; resume?: null; escalation?: null; receipt?: null; beat?: null; probe?: null; stall: hoplite.v1.Stall.$Shape })
            );
        }

        /**
         * Properties of a Freeze.
         * @deprecated Use hoplite.v1.Freeze.$Properties instead.
         */
        interface IFreeze extends hoplite.v1.Freeze.$Properties {
        }

        /** A brake has stopped a job: no further obliging message of this epoch is sent or accepted. */
        class Freeze {

            /**
             * Constructs a new Freeze.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Freeze.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Freeze jobId. */
            jobId: string;

            /** Freeze epoch. */
            epoch: number;

            /** Freeze reason. */
            reason: string;

            /** Freeze path. */
            path: string[];

            /** 32 bytes, or absent; of what was to be sent. */
            briefHash: Uint8Array;

            /** Of the message by which the job reached the author; without links when the author is the origin. */
            witness?: (hoplite.v1.Lineage.$Properties|null|undefined);

            /**
             * Encodes the specified Freeze message. Does not implicitly {@link hoplite.v1.Freeze.verify|verify} messages.
             * @param message Freeze message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Freeze.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Freeze message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Freeze & hoplite.v1.Freeze.$Shape} Freeze
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Freeze & hoplite.v1.Freeze.$Shape;
        }

        namespace Freeze {

            /** Properties of a Freeze. */
            interface $Properties {

                /** Freeze jobId */
                jobId?: (string|null|undefined);

                /** Freeze epoch */
                epoch?: (number|null|undefined);

                /** Freeze reason */
                reason?: (string|null|undefined);

                /** Freeze path */
                path?: (string[]|null|undefined);

                /** 32 bytes, or absent; of what was to be sent. */
                briefHash?: (Uint8Array|null|undefined);

                /** Of the message by which the job reached the author; without links when the author is the origin. */
                witness?: (hoplite.v1.Lineage.$Properties|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Freeze. */
            type $Shape = hoplite.v1.Freeze.$Properties;
        }

        /**
         * Properties of a Halt.
         * @deprecated Use hoplite.v1.Halt.$Properties instead.
         */
        interface IHalt extends hoplite.v1.Halt.$Properties {
        }

        /** By an operator. Ends, or as `resume` allows again, turns and messages of one job, of one peer, or of all. */
        class Halt {

            /**
             * Constructs a new Halt.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Halt.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Halt jobId. */
            jobId?: (string|null|undefined);

            /** Halt peer. */
            peer?: (string|null|undefined);

            /** Halt all. */
            all?: (boolean|null|undefined);

            /** Halt note. */
            note: string;

            /** Halt scope. */
            scope?: ("jobId"|"peer"|"all");

            /**
             * Encodes the specified Halt message. Does not implicitly {@link hoplite.v1.Halt.verify|verify} messages.
             * @param message Halt message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Halt.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Halt message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Halt & hoplite.v1.Halt.$Shape} Halt
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Halt & hoplite.v1.Halt.$Shape;
        }

        namespace Halt {

            /** Properties of a Halt. */
            interface $Properties {

                /** Halt jobId */
                jobId?: (string|null|undefined);

                /** Halt peer */
                peer?: (string|null|undefined);

                /** Halt all */
                all?: (boolean|null|undefined);

                /** Halt note */
                note?: (string|null|undefined);

                /** Halt scope */
                scope?: ("jobId"|"peer"|"all");

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Narrowed shape of a Halt. */
            type $Shape = {
              jobId?: string|null;
              peer?: string|null;
              all?: boolean|null;
              note?: string|null;
              $unknowns?: Uint8Array[];
            } & (
              ({ scope?: undefined; jobId?: null; peer?: null; all?: null }|{ scope?: "jobId"; jobId: string; peer?: null; all?: null }|{ scope?: "peer"; jobId?: null; peer: string; all?: null }|{ scope?: "all"; jobId?: null; peer?: null; all: boolean })
            );
        }

        /**
         * Properties of an Escalation.
         * @deprecated Use hoplite.v1.Escalation.$Properties instead.
         */
        interface IEscalation extends hoplite.v1.Escalation.$Properties {
        }

        /** To a supervisor: a job was stopped, and a person at its origin is asked what to do. */
        class Escalation {

            /**
             * Constructs a new Escalation.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Escalation.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Escalation jobId. */
            jobId: string;

            /** Escalation epoch. */
            epoch: number;

            /** Escalation reason. */
            reason: string;

            /** Escalation detail. */
            detail: string;

            /** Escalation path. */
            path: string[];

            /** Escalation briefHash. */
            briefHash: Uint8Array;

            /** The beginning of what was to be said, at most 4,096 bytes. */
            payload: string;

            /**
             * Encodes the specified Escalation message. Does not implicitly {@link hoplite.v1.Escalation.verify|verify} messages.
             * @param message Escalation message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Escalation.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an Escalation message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Escalation & hoplite.v1.Escalation.$Shape} Escalation
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Escalation & hoplite.v1.Escalation.$Shape;
        }

        namespace Escalation {

            /** Properties of an Escalation. */
            interface $Properties {

                /** Escalation jobId */
                jobId?: (string|null|undefined);

                /** Escalation epoch */
                epoch?: (number|null|undefined);

                /** Escalation reason */
                reason?: (string|null|undefined);

                /** Escalation detail */
                detail?: (string|null|undefined);

                /** Escalation path */
                path?: (string[]|null|undefined);

                /** Escalation briefHash */
                briefHash?: (Uint8Array|null|undefined);

                /** The beginning of what was to be said, at most 4,096 bytes. */
                payload?: (string|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of an Escalation. */
            type $Shape = hoplite.v1.Escalation.$Properties;
        }

        /**
         * Properties of a Receipt.
         * @deprecated Use hoplite.v1.Receipt.$Properties instead.
         */
        interface IReceipt extends hoplite.v1.Receipt.$Properties {
        }

        /** To the origin of a job: the author ran a turn for the message of this lineage, which ends at the author. */
        class Receipt {

            /**
             * Constructs a new Receipt.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Receipt.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Receipt witness. */
            witness?: (hoplite.v1.Lineage.$Properties|null|undefined);

            /**
             * Encodes the specified Receipt message. Does not implicitly {@link hoplite.v1.Receipt.verify|verify} messages.
             * @param message Receipt message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Receipt.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Receipt message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Receipt & hoplite.v1.Receipt.$Shape} Receipt
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Receipt & hoplite.v1.Receipt.$Shape;
        }

        namespace Receipt {

            /** Properties of a Receipt. */
            interface $Properties {

                /** Receipt witness */
                witness?: (hoplite.v1.Lineage.$Properties|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Receipt. */
            type $Shape = hoplite.v1.Receipt.$Properties;
        }

        /**
         * Properties of a Beat.
         * @deprecated Use hoplite.v1.Beat.$Properties instead.
         */
        interface IBeat extends hoplite.v1.Beat.$Properties {
        }

        /** That the author's node is at work, and what its agent has used in all. Gossiped while there is work in hand. */
        class Beat {

            /**
             * Constructs a new Beat.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Beat.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Milliseconds until the next one may be expected while the author has work in hand; whole, 1 to 3,600,000. */
            every: number;

            /** Input and output tokens since the author's node was made, a whole number. Never goes down. */
            tokens: number;

            /** Millionths of a US dollar, a whole number; as `tokens`. */
            costMicroUsd: number;

            /**
             * Encodes the specified Beat message. Does not implicitly {@link hoplite.v1.Beat.verify|verify} messages.
             * @param message Beat message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Beat.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Beat message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Beat & hoplite.v1.Beat.$Shape} Beat
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Beat & hoplite.v1.Beat.$Shape;
        }

        namespace Beat {

            /** Properties of a Beat. */
            interface $Properties {

                /** Milliseconds until the next one may be expected while the author has work in hand; whole, 1 to 3,600,000. */
                every?: (number|null|undefined);

                /** Input and output tokens since the author's node was made, a whole number. Never goes down. */
                tokens?: (number|null|undefined);

                /** Millionths of a US dollar, a whole number; as `tokens`. */
                costMicroUsd?: (number|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Beat. */
            type $Shape = hoplite.v1.Beat.$Properties;
        }

        /**
         * Properties of a Wait.
         * @deprecated Use hoplite.v1.Wait.$Properties instead.
         */
        interface IWait extends hoplite.v1.Wait.$Properties {
        }

        /** A turn of `peer` waits for the answer of `on` to a message that it sent. */
        class Wait {

            /**
             * Constructs a new Wait.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Wait.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Peer IDs. */
            peer: string;

            /** Wait on. */
            on: string;

            /** Wait messageId. */
            messageId: string;

            /** Milliseconds since the Unix epoch, by the clock of `peer`. */
            since: number;

            /**
             * Encodes the specified Wait message. Does not implicitly {@link hoplite.v1.Wait.verify|verify} messages.
             * @param message Wait message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Wait.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Wait message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Wait & hoplite.v1.Wait.$Shape} Wait
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Wait & hoplite.v1.Wait.$Shape;
        }

        namespace Wait {

            /** Properties of a Wait. */
            interface $Properties {

                /** Peer IDs. */
                peer?: (string|null|undefined);

                /** Wait on */
                on?: (string|null|undefined);

                /** Wait messageId */
                messageId?: (string|null|undefined);

                /** Milliseconds since the Unix epoch, by the clock of `peer`. */
                since?: (number|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Wait. */
            type $Shape = hoplite.v1.Wait.$Properties;
        }

        /**
         * Properties of a Probe.
         * @deprecated Use hoplite.v1.Probe.$Properties instead.
         */
        interface IProbe extends hoplite.v1.Probe.$Properties {
        }

        /** To the peer that the last wait is on: does it wait, in the end, for the initiator? (Chandy, Misra, Haas 1983.) */
        class Probe {

            /**
             * Constructs a new Probe.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Probe.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Peer ID of the one that asks. */
            initiator: string;

            /** What it asks about: anything that only it, and who is asked, can know. */
            token: string;

            /** The waits that the probe has come along, from the initiator's to that of the author; 1 to 32. */
            waits: hoplite.v1.Wait.$Properties[];

            /**
             * Encodes the specified Probe message. Does not implicitly {@link hoplite.v1.Probe.verify|verify} messages.
             * @param message Probe message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Probe.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Probe message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Probe & hoplite.v1.Probe.$Shape} Probe
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Probe & hoplite.v1.Probe.$Shape;
        }

        namespace Probe {

            /** Properties of a Probe. */
            interface $Properties {

                /** Peer ID of the one that asks. */
                initiator?: (string|null|undefined);

                /** What it asks about: anything that only it, and who is asked, can know. */
                token?: (string|null|undefined);

                /** The waits that the probe has come along, from the initiator's to that of the author; 1 to 32. */
                waits?: (hoplite.v1.Wait.$Properties[]|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Probe. */
            type $Shape = hoplite.v1.Probe.$Properties;
        }

        /**
         * Properties of a Stall.
         * @deprecated Use hoplite.v1.Stall.$Properties instead.
         */
        interface IStall extends hoplite.v1.Stall.$Properties {
        }

        /** To the origin of a job: the author has seen a stall in it. */
        class Stall {

            /**
             * Constructs a new Stall.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Stall.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Stall jobId. */
            jobId: string;

            /** Stall epoch. */
            epoch: number;

            /** Stall reason. */
            reason: string;

            /** Stall detail. */
            detail: string;

            /** Stall path. */
            path: string[];

            /** Of the message by which the job reached the author. */
            witness?: (hoplite.v1.Lineage.$Properties|null|undefined);

            /**
             * Encodes the specified Stall message. Does not implicitly {@link hoplite.v1.Stall.verify|verify} messages.
             * @param message Stall message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Stall.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Stall message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Stall & hoplite.v1.Stall.$Shape} Stall
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Stall & hoplite.v1.Stall.$Shape;
        }

        namespace Stall {

            /** Properties of a Stall. */
            interface $Properties {

                /** Stall jobId */
                jobId?: (string|null|undefined);

                /** Stall epoch */
                epoch?: (number|null|undefined);

                /** Stall reason */
                reason?: (string|null|undefined);

                /** Stall detail */
                detail?: (string|null|undefined);

                /** Stall path */
                path?: (string[]|null|undefined);

                /** Of the message by which the job reached the author. */
                witness?: (hoplite.v1.Lineage.$Properties|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Stall. */
            type $Shape = hoplite.v1.Stall.$Properties;
        }

        /**
         * Properties of a Wake.
         * @deprecated Use hoplite.v1.Wake.$Properties instead.
         */
        interface IWake extends hoplite.v1.Wake.$Properties {
        }

        /** One peer that a post is to wake, with its part of the post's credit. */
        class Wake {

            /**
             * Constructs a new Wake.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.Wake.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** Wake peer. */
            peer: string;

            /** Wake credit. */
            credit: number;

            /**
             * Encodes the specified Wake message. Does not implicitly {@link hoplite.v1.Wake.verify|verify} messages.
             * @param message Wake message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.Wake.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Wake message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.Wake & hoplite.v1.Wake.$Shape} Wake
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.Wake & hoplite.v1.Wake.$Shape;
        }

        namespace Wake {

            /** Properties of a Wake. */
            interface $Properties {

                /** Wake peer */
                peer?: (string|null|undefined);

                /** Wake credit */
                credit?: (number|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a Wake. */
            type $Shape = hoplite.v1.Wake.$Properties;
        }

        /**
         * Properties of a RoomBody.
         * @deprecated Use hoplite.v1.RoomBody.$Properties instead.
         */
        interface IRoomBody extends hoplite.v1.RoomBody.$Properties {
        }

        /** Represents a RoomBody. */
        class RoomBody {

            /**
             * Constructs a new RoomBody.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.RoomBody.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** RoomBody content. */
            content: string;

            /** RoomBody inReplyTo. */
            inReplyTo: string;

            /** RoomBody deadline. */
            deadline: number;

            /** RoomBody settlement. */
            settlement?: (hoplite.v1.Settlement.$Properties|null|undefined);

            /** RoomBody refusal. */
            refusal?: (hoplite.v1.Refusal.$Properties|null|undefined);

            /** RoomBody room. */
            room: string;

            /** Not empty exactly when the act obliges. The parts add up to the link's credit. */
            wake: hoplite.v1.Wake.$Properties[];

            /**
             * Encodes the specified RoomBody message. Does not implicitly {@link hoplite.v1.RoomBody.verify|verify} messages.
             * @param message RoomBody message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.RoomBody.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a RoomBody message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.RoomBody & hoplite.v1.RoomBody.$Shape} RoomBody
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.RoomBody & hoplite.v1.RoomBody.$Shape;
        }

        namespace RoomBody {

            /** Properties of a RoomBody. */
            interface $Properties {

                /** RoomBody content */
                content?: (string|null|undefined);

                /** RoomBody inReplyTo */
                inReplyTo?: (string|null|undefined);

                /** RoomBody deadline */
                deadline?: (number|null|undefined);

                /** RoomBody settlement */
                settlement?: (hoplite.v1.Settlement.$Properties|null|undefined);

                /** RoomBody refusal */
                refusal?: (hoplite.v1.Refusal.$Properties|null|undefined);

                /** RoomBody room */
                room?: (string|null|undefined);

                /** Not empty exactly when the act obliges. The parts add up to the link's credit. */
                wake?: (hoplite.v1.Wake.$Properties[]|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a RoomBody. */
            type $Shape = hoplite.v1.RoomBody.$Properties;
        }

        /** `user` goes with an obliging act and only with one; `assistant` with a terminal act and only with one. */
        enum Role {

            /** ROLE_UNSPECIFIED value */
            ROLE_UNSPECIFIED = 0,

            /** ROLE_USER value */
            ROLE_USER = 1,

            /** ROLE_ASSISTANT value */
            ROLE_ASSISTANT = 2
        }

        /**
         * Properties of a SessionBody.
         * @deprecated Use hoplite.v1.SessionBody.$Properties instead.
         */
        interface ISessionBody extends hoplite.v1.SessionBody.$Properties {
        }

        /** Represents a SessionBody. */
        class SessionBody {

            /**
             * Constructs a new SessionBody.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.SessionBody.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** What is said, as text. */
            content: string;

            /** SessionBody inReplyTo. */
            inReplyTo: string;

            /** SessionBody deadline. */
            deadline: number;

            /** SessionBody settlement. */
            settlement?: (hoplite.v1.Settlement.$Properties|null|undefined);

            /** SessionBody refusal. */
            refusal?: (hoplite.v1.Refusal.$Properties|null|undefined);

            /** SessionBody role. */
            role: hoplite.v1.Role;

            /**
             * Encodes the specified SessionBody message. Does not implicitly {@link hoplite.v1.SessionBody.verify|verify} messages.
             * @param message SessionBody message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.SessionBody.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a SessionBody message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.SessionBody & hoplite.v1.SessionBody.$Shape} SessionBody
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.SessionBody & hoplite.v1.SessionBody.$Shape;
        }

        namespace SessionBody {

            /** Properties of a SessionBody. */
            interface $Properties {

                /** What is said, as text. */
                content?: (string|null|undefined);

                /** SessionBody inReplyTo */
                inReplyTo?: (string|null|undefined);

                /** SessionBody deadline */
                deadline?: (number|null|undefined);

                /** SessionBody settlement */
                settlement?: (hoplite.v1.Settlement.$Properties|null|undefined);

                /** SessionBody refusal */
                refusal?: (hoplite.v1.Refusal.$Properties|null|undefined);

                /** SessionBody role */
                role?: (hoplite.v1.Role|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a SessionBody. */
            type $Shape = hoplite.v1.SessionBody.$Properties;
        }

        /**
         * Properties of a TaskBody.
         * @deprecated Use hoplite.v1.TaskBody.$Properties instead.
         */
        interface ITaskBody extends hoplite.v1.TaskBody.$Properties {
        }

        /** Represents a TaskBody. */
        class TaskBody {

            /**
             * Constructs a new TaskBody.
             * @param [properties] Properties to set
             */
            constructor(properties?: hoplite.v1.TaskBody.$Properties);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];

            /** JSON text: the brief of a request, or the result of a `done`. */
            content: string;

            /** The message this answers; empty on a request. */
            inReplyTo: string;

            /** Milliseconds since the Unix epoch by which an answer is due (requests). */
            deadline: number;

            /** On terminal acts. */
            settlement?: (hoplite.v1.Settlement.$Properties|null|undefined);

            /** On `refuse`. */
            refusal?: (hoplite.v1.Refusal.$Properties|null|undefined);

            /**
             * Encodes the specified TaskBody message. Does not implicitly {@link hoplite.v1.TaskBody.verify|verify} messages.
             * @param message TaskBody message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            static encode(message: hoplite.v1.TaskBody.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a TaskBody message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns {hoplite.v1.TaskBody & hoplite.v1.TaskBody.$Shape} TaskBody
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): hoplite.v1.TaskBody & hoplite.v1.TaskBody.$Shape;
        }

        namespace TaskBody {

            /** Properties of a TaskBody. */
            interface $Properties {

                /** JSON text: the brief of a request, or the result of a `done`. */
                content?: (string|null|undefined);

                /** The message this answers; empty on a request. */
                inReplyTo?: (string|null|undefined);

                /** Milliseconds since the Unix epoch by which an answer is due (requests). */
                deadline?: (number|null|undefined);

                /** On terminal acts. */
                settlement?: (hoplite.v1.Settlement.$Properties|null|undefined);

                /** On `refuse`. */
                refusal?: (hoplite.v1.Refusal.$Properties|null|undefined);

                /** Unknown fields preserved while decoding when enabled */
                $unknowns?: Uint8Array[];
            }

            /** Shape of a TaskBody. */
            type $Shape = hoplite.v1.TaskBody.$Properties;
        }
    }
}
