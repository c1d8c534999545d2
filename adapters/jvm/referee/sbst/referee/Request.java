// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The referee's request, read from words of the form key=value; keys of lists repeat. */
final class Request {
    /** One run of the whole suite. */
    record Run(String name, boolean shuffled, long seed, boolean reversed, String timeZone, String locale,
            boolean coverage, boolean elsewhere, OptionalLong clockSeconds) {
        /** Whether it first initialises the classes that the first run initialised. */
        boolean initializesFirst() {
            return elsewhere || shuffled;
        }

        /**
         * Reads {@code NAME;SEED, reversed or -;TIME ZONE;LANGUAGE TAG;coverage or plain;elsewhere or
         * here;START OF THE CLOCK (Unix time in seconds) or now}.
         */
        static Run parse(String text) throws RefereeException {
            String[] parts = text.split(";", -1);
            if (parts.length != 7) {
                throw new RefereeException("run=" + text + ": seven parts are needed, found " + parts.length);
            }
            boolean reversed = parts[1].equals("reversed");
            boolean shuffled = !reversed && !parts[1].equals("-");
            long seed = shuffled ? Long.parseUnsignedLong(parts[1]) : 0;
            return new Run(parts[0], shuffled, seed, reversed, parts[2], parts[3],
                    parts[4].equals("coverage"), parts[5].equals("elsewhere"),
                    parts[6].equals("now") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(parts[6])));
        }
    }

    Path sources;
    /** An empty folder for the referee. */
    Path scratch;
    int junit = 5;
    /** Argument of javac's --release; 0 = none. */
    int release;
    final List<Path> classPath = new ArrayList<>();
    /** Internal names; nested classes are found. */
    final List<String> underTest = new ArrayList<>();
    /** Jars to compile tests with, beside the class path. */
    final List<Path> apiJars = new ArrayList<>();
    /** Jars to run tests with: the launcher, its engines, and this program. */
    final List<Path> runnerJars = new ArrayList<>();
    Path agent;
    /** Home of another Java for runs elsewhere; null = this one. */
    Path otherJava;
    /** Runs tests isolated; null = plain java. */
    Path launcher;
    int heapMegabytes = 512;
    boolean assertions = true;
    long testLimitMillis = 10_000;
    long totalLimitMillis = 300_000;
    final List<Run> runs = new ArrayList<>();

    static Request parse(List<String> words) throws RefereeException {
        Request request = new Request();
        for (String word : words) {
            int split = word.indexOf('=');
            if (split < 0) {
                throw new RefereeException(word + ": key=value is needed");
            }
            try {
                request.set(word.substring(0, split), word.substring(split + 1));
            } catch (NumberFormatException e) {
                throw new RefereeException(word + ": a number is needed");
            }
        }
        if (request.sources == null || request.scratch == null || request.agent == null) {
            throw new RefereeException("sources, scratch and agent are needed");
        }
        return request;
    }

    private void set(String key, String value) throws RefereeException {
        switch (key) {
            case "sources" -> sources = Path.of(value).toAbsolutePath();
            case "scratch" -> scratch = Path.of(value).toAbsolutePath();
            case "junit" -> junit = Integer.parseInt(value);
            case "release" -> release = Integer.parseInt(value);
            case "class-path" -> classPath.add(Path.of(value).toAbsolutePath());
            case "under-test" -> underTest.add(value);
            case "api-jar" -> apiJars.add(Path.of(value).toAbsolutePath());
            case "runner-jar" -> runnerJars.add(Path.of(value).toAbsolutePath());
            case "agent" -> agent = Path.of(value).toAbsolutePath();
            case "other-java" -> otherJava = Path.of(value).toAbsolutePath();
            case "launcher" -> launcher = Path.of(value).toAbsolutePath();
            case "heap-megabytes" -> heapMegabytes = Integer.parseInt(value);
            case "assertions" -> assertions = Boolean.parseBoolean(value);
            case "test-limit-ms" -> testLimitMillis = Long.parseLong(value);
            case "total-limit-ms" -> totalLimitMillis = Long.parseLong(value);
            case "run" -> runs.add(Run.parse(value));
            default -> throw new RefereeException(key + ": no such key");
        }
    }
}
