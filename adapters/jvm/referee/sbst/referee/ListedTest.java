// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

/** A method that is a test; the class by binary name. */
record ListedTest(String className, String method) {
    /** Reads the form that toString writes. */
    static ListedTest parse(String text) {
        int split = text.indexOf('#');
        return new ListedTest(text.substring(0, split), text.substring(split + 1));
    }

    @Override
    public String toString() {
        return className + "#" + method;
    }
}
