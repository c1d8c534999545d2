package shop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

@SuppressWarnings({"rawtypes", "unchecked"})
class RatioTest {
    @Test
    void kindReturnsString() {
        assertEquals("string", Ratio.kind((String) null));
    }

    @Test
    void kindReturnsObject() {
        assertEquals("object", Ratio.kind((Object) "s"));
    }

    @Test
    void kindReturnsInteger() {
        assertEquals("integer", Ratio.kind((Integer) 1));
    }

    @Test
    void kindReturnsLong() {
        assertEquals("long", Ratio.kind((long) 1));
    }

    @Test
    void kindReturnsObjectWithNegative() {
        assertEquals("object", Ratio.kind((Object) (-5)));
    }

    @Test
    void sumReturns3() {
        assertEquals("ab+null", Ratio.join("a", "b", null));
        assertEquals("a", Ratio.join("a"));
        assertEquals("anull", Ratio.join("a", new String[] {null}));
        assertEquals("anull", Ratio.join("a", (String[]) null));
        assertEquals(3L, Ratio.sum(1, 2));
    }

    @Test
    void any() {
        assertEquals("done", Ratio.apply(x -> "done", "x"));
        Ratio ratio = new Ratio(1, 2);
        assertEquals(0, Ratio.compare((Comparator) (x, y) -> 0, ratio, ratio));
        Object object = (Comparator) (x, y) -> -1;
        assertSame(object, Ratio.any(object));
        assertSame(object, Ratio.any(object));
        Ratio.run(() -> { });
        Ratio.any((Function) x -> (Runnable) () -> { });
        Ratio.any(new Object[] {(Runnable) () -> { }});
    }

    @Test
    void leftReturnsLeft() {
        ArrayList list = new ArrayList();
        list.add("a");
        assertEquals(1, Ratio.size((List) list));
        assertEquals(0, Ratio.size(new HashMap<>()));
        assertEquals("left", new Ratio.Pair<>("left").left());
    }

    @Test
    void larger() {
        Ratio ratio = new Ratio(1, 2);
        Ratio ratio2 = new Ratio(2, 3);
        assertSame(ratio2, Ratio.larger((Comparable) ratio, (Comparable) ratio2));
    }

    @Test
    void nameReturnsMap() {
        Ratio.Part part = new Ratio(9, 2).new Part(4);
        assertEquals(9, part.whole());
        assertEquals("map", new Ratio.Map().name());
    }

    @Test
    void failReturnsTrue() {
        Object result = Ratio.any(new Ratio(3, 1));
        assertInstanceOf(Ratio.class, result);
        assertEquals(3, ((Ratio) result).intValue());
        assertArrayEquals(new int[] {1}, (int[]) Ratio.any(new int[] {1}));
        assertEquals("java.util.Map$Entry", Ratio.nameOf(Map.Entry.class));
        assertTrue(Ratio.fail());
    }

    @Test
    void readsTopThrowsNullPointerException() {
        assertThrows(NullPointerException.class, () -> ((Ratio) null).sign());
        assertThrows(NullPointerException.class, () -> { int top = ((Ratio) null).top; });
    }

    @Disabled("shows \"one\" thing that C:\\users does not do")
    @Test
    void createsRatio() {
        assertNull(new Ratio(1, 2));
    }

    @Test
    void testImport() {
        Ratio classValue = new Ratio(1, 2);
        assertEquals(33, classValue.hashCode());
        assertEquals(0L, classValue.longValue());
    }
}
