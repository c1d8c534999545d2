// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Copies objects as the tests' own method does; classes are found by the loader of the caller. */
public final class SerialCopy {
    private static boolean isPrepared;

    private SerialCopy() {
    }

    /** Loads what serialisation needs, so that no test is stopped while it does. */
    static void prepare() {
        if (!isPrepared) {
            isPrepared = true;
            try {
                of(new ArrayList<>(List.of("", 1, new int[1])));
            } catch (IOException | ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static Object of(Object object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream output = new ObjectOutputStream(bytes)) {
            output.writeObject(object);
        }
        ByteArrayInputStream written = new ByteArrayInputStream(bytes.toByteArray());
        try (ObjectInputStream input = new ObjectInputStream(written)) {
            return input.readObject();
        }
    }
}
