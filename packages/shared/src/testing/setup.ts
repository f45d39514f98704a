import { beforeAll, beforeEach } from "vitest";
import { setTestTime } from "./test-time";

beforeAll(setTestTime);
beforeEach(setTestTime);
